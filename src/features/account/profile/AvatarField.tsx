/** The picture is uploaded when the form is saved. */
import { useStore } from "@nanostores/react"
import { useState } from "react"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { isTooNarrow } from "../../../shared/picture-shape.ts"
import { Button } from "../../../ui/Button.tsx"
import { Field, getFieldAttributes } from "../../../ui/forms/fields.tsx"
import type { Form } from "../../../ui/forms/form.ts"
import { type FieldState, useForm } from "../../../ui/forms/use-form.ts"
import { Avatar } from "../../../ui/pictures/Avatar.tsx"
import { createPictureUpload } from "../../../ui/pictures/picture-upload.ts"
import { CHOSEN_MAX_BYTES, shrinkPicture } from "../../../ui/pictures/shrink-picture.ts"
import { showToast } from "../../../ui/toast/toasts.ts"
import { CropDialog } from "./CropDialog.tsx"
import type { Profile } from "./schema.ts"
import type { ProfileValues } from "./values.ts"

/** Maximum width and height of the picture in pixels. */
const AVATAR_PIXELS = 1024

interface Props extends FieldState {
  form: Form<ProfileValues, Profile>
}

export function AvatarField({ id, error, form }: Props) {
  const t = pageTranslate()
  const { display_name, avatar_url } = useForm(form).values
  const [{ $upload, uploadFile, clear }] = useState(() =>
    createPictureUpload({
      shrink: (file) => shrinkPicture(file, AVATAR_PIXELS),
      async send(picture) {
        const preview = URL.createObjectURL(picture)
        form.change({ avatar_url: { status: "chosen", picture, preview } })
        return { ok: true, body: preview, headers: new Headers() }
      },
      onUploaded: () => {},
      onFailed: ({ title, text }) => showToast({ tone: "error", title: t(title), text: t(text) }),
    }),
  )
  const [bitmapToCrop, setBitmapToCrop] = useState<ImageBitmap | null>(null)
  const upload = useStore($upload)
  const shownUrl = avatar_url.status === "chosen" ? avatar_url.preview : avatar_url.url
  const label = t("profile:picture.label")

  async function choose(file: File): Promise<boolean> {
    const bitmap =
      file.size > CHOSEN_MAX_BYTES ? null : await createImageBitmap(file).catch(() => null)
    if (!bitmap || isTooNarrow(bitmap)) return await uploadFile(file)
    setBitmapToCrop((formerBitmap) => {
      formerBitmap?.close()
      return bitmap
    })
    return false
  }

  function closeCrop() {
    setBitmapToCrop(null)
    bitmapToCrop?.close()
  }

  return (
    <Field id={id} error={error} label={label}>
      <div className="flex items-center gap-5.5">
        <Avatar className="avatar-large" name={display_name} url={shownUrl} alt={label} />
        <input
          {...getFieldAttributes({ id, error, label, hint: true })}
          className="sr-only"
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) form.waitFor(choose(file))
            target.value = ""
          }}
        />
        <div className="flex flex-wrap gap-2.5">
          <div className="flex flex-wrap gap-2.5">
            <label className="btn btn-ghost btn-small" htmlFor={id}>
              {t(shownUrl ? "common:picture.replace" : "common:picture.choose")}
            </label>
            {shownUrl && (
              <Button
                className="btn-ghost btn-small"
                onClick={() => {
                  clear()
                  form.change({ avatar_url: { status: "saved", url: null } })
                }}
              >
                {t("common:picture.remove")}
              </Button>
            )}
          </div>
          <p id={`${id}-hint`} className="hint">
            {t("profile:picture.hint")}
          </p>
        </div>
      </div>
      <p className="error empty:hidden" role="alert">
        {upload.status === "failed" && t(upload.message.text)}
      </p>
      {bitmapToCrop && (
        <CropDialog
          bitmap={bitmapToCrop}
          maxPixels={AVATAR_PIXELS}
          onCancel={closeCrop}
          onCrop={(picture) => {
            closeCrop()
            form.waitFor(uploadFile(picture))
          }}
        />
      )}
    </Field>
  )
}
