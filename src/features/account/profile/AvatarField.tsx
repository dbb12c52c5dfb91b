/** Lets the member choose and crop a profile picture. Saving the form uploads the picture. */
import { useStore } from "@nanostores/react"
import { useState } from "react"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { isTooNarrow } from "../../../shared/picture-shape.ts"
import { getFieldErrorKey } from "../../../ui/forms/failure-keys.ts"
import { getFieldAttributes } from "../../../ui/forms/fields.tsx"
import type { Form } from "../../../ui/forms/form.ts"
import { type FieldState, useForm } from "../../../ui/forms/use-form.ts"
import { Icon } from "../../../ui/icons.tsx"
import { Avatar } from "../../../ui/pictures/Avatar.tsx"
import { createPictureUpload } from "../../../ui/pictures/picture-upload.ts"
import { MAX_CHOSEN_BYTES, shrinkPicture } from "../../../ui/pictures/shrink-picture.ts"
import { showToast } from "../../../ui/toast/toasts.ts"
import { CropDialog } from "./CropDialog.tsx"
import { PROFILE_PARTS } from "./parts.ts"
import type { Profile } from "./schema.ts"
import type { ProfileValues } from "./values.ts"

/** Maximum width and height of the uploaded picture in pixels. */
const MAX_AVATAR_SIDE = 1024

interface Props extends FieldState {
  form: Form<ProfileValues, Profile>
  isDisabled?: boolean
  className?: string
}

export function AvatarField({ id, error, form, isDisabled = false, className = "" }: Props) {
  const t = pageTranslate()
  const { display_name, avatar_url } = useForm(form).values
  const [{ $upload, uploadFile, clear }] = useState(() =>
    createPictureUpload({
      shrink: (file) => shrinkPicture(file, MAX_AVATAR_SIDE),
      // This step only puts the picture and its preview into the form. Saving the profile uploads the picture.
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

  /**
   * Opens the crop dialog and resolves to false: a form that was submitted meanwhile is not sent without the picture.
   * For a file that cannot be cropped, `uploadFile` shows the reason.
   */
  async function choose(file: File): Promise<boolean> {
    const bitmap =
      file.size > MAX_CHOSEN_BYTES ? null : await createImageBitmap(file).catch(() => null)
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
    <div id={PROFILE_PARTS.picture} className="relative grid flex-none justify-items-start">
      <input
        {...getFieldAttributes({ id, error, label, hint: true })}
        className="peer sr-only"
        type="file"
        accept="image/jpeg,image/png,image/webp,image/avif"
        disabled={isDisabled}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) form.waitFor(choose(file))
          target.value = ""
        }}
      />
      <label
        className={`relative block cursor-pointer rounded-full ${className} peer-focus-visible:outline-3 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-(--focus)`}
        htmlFor={id}
        title={t("profile:picture.hint")}
      >
        <Avatar className="avatar-huge grid" name={display_name} url={shownUrl} alt={label} />
        <span className="absolute -right-1.5 -bottom-1.5 grid size-11 place-items-center rounded-full border-4 border-ink bg-glow text-on-glow max-sm:-right-2.5 max-sm:-bottom-2.5 max-sm:size-9">
          <Icon name="camera" size={18} />
        </span>
        <span className="sr-only">
          {t(shownUrl ? "common:picture.replace" : "common:picture.choose")}
        </span>
      </label>
      {shownUrl && (
        <button
          className="min-h-9 justify-self-center px-3 text-sm text-soft underline-offset-4 hover:text-text hover:underline"
          type="button"
          onClick={() => {
            clear()
            form.change({ avatar_url: { status: "saved", url: null } })
          }}
        >
          {t("common:picture.remove")}
        </button>
      )}
      <p id={`${id}-hint`} className="sr-only">
        {t("profile:picture.hint")}
      </p>
      {error && (
        <p id={`${id}-error`} className="error max-w-60" role="alert">
          {t(getFieldErrorKey(error))}
        </p>
      )}
      <p className="error max-w-60 empty:hidden" role="alert">
        {upload.status === "failed" && t(upload.message.text)}
      </p>
      {bitmapToCrop && (
        <CropDialog
          bitmap={bitmapToCrop}
          maxSide={MAX_AVATAR_SIDE}
          onCancel={closeCrop}
          onCrop={(picture) => {
            closeCrop()
            form.waitFor(uploadFile(picture))
          }}
        />
      )}
    </div>
  )
}
