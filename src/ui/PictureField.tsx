/** A picture of a form: chosen, seen at once, sent meanwhile, replaced, removed. */
import "./picture.css"
import { useStore } from "@nanostores/react"
import { type ReactNode, useState } from "react"
import { pageTranslate } from "../i18n/page-translate.ts"
import { described, Field, type FieldProps } from "./fields.tsx"
import { createPictureUpload, sendPicture } from "./picture-upload.ts"
import { showToast } from "./toasts.ts"

interface Props extends FieldProps {
  bucket: string
  /** The address of the picture as it is now. */
  url: string | null
  alt: string
  onChange: (url: string | null) => void
  /** The form is not sent before this is done. */
  waitFor: (work: Promise<unknown>) => void
  /** What to say about a picture of that width. */
  remark?: (width: number) => ReactNode
}

export function PictureField(props: Props) {
  const { bucket, url, alt, onChange, waitFor, remark, ...field } = props
  const t = pageTranslate()
  const [{ $upload, take, clear }] = useState(() =>
    createPictureUpload({
      send: (picture) => sendPicture(bucket, picture),
      onUploaded: onChange,
      onFailed: ({ title, text }) => showToast({ tone: "error", title: t(title), text: t(text) }),
    }),
  )
  const upload = useStore($upload)
  const isUploading = upload.status === "uploading"
  // The form may have gone back to another picture meanwhile.
  const arrived = upload.status === "uploaded" && upload.url === url ? upload : null
  const shown = isUploading ? upload.preview : (arrived?.preview ?? url)

  return (
    <Field {...field}>
      <div className="picture" aria-busy={isUploading}>
        {shown && <img className="picture-image" src={shown} alt={alt} />}
        <input
          {...described(field)}
          className="picture-input sr-only"
          type="file"
          accept="image/*"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) waitFor(take(file))
            target.value = ""
          }}
        />
        <div className="picture-actions">
          <label className="btn btn-ghost btn-small" htmlFor={field.id}>
            {t(shown ? "common:picture.replace" : "common:picture.choose")}
          </label>
          {shown && (
            <button
              className="btn btn-ghost btn-small"
              type="button"
              onClick={() => {
                clear()
                onChange(null)
              }}
            >
              {t("common:picture.remove")}
            </button>
          )}
          <span className="hint" role="status">
            {isUploading && t("common:picture.uploading")}
          </span>
        </div>
        {arrived && remark?.(arrived.width)}
        <p className="error" role="alert">
          {upload.status === "failed" && t(upload.message.text)}
        </p>
      </div>
    </Field>
  )
}
