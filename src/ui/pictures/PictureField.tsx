import { useStore } from "@nanostores/react"
import { type ReactNode, useEffect, useRef, useState } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { Field, type FieldProps, getFieldAttributes } from "../forms/fields.tsx"
import { showToast } from "../toast/toasts.ts"
import { createPictureUpload, sendPicture } from "./picture-upload.ts"

interface Props extends FieldProps {
  /** Storage bucket of the upload, such as `news-images`. */
  bucket: string
  value: string | null
  alt: string
  onChange: (url: string | null) => void
  /** Receives each upload, which resolves to false if it fails or if the field is removed during the upload. */
  waitFor: (upload: Promise<boolean>) => void
  /** Renders a note about the uploaded picture. `width` is in pixels. */
  renderRemark?: (width: number) => ReactNode
  renderPreview?: (src: string, alt: string) => ReactNode
}

export function PictureField(props: Props) {
  const {
    bucket,
    value: url,
    alt,
    onChange,
    waitFor,
    renderRemark,
    renderPreview,
    ...field
  } = props
  const t = pageTranslate()
  const [{ $upload, uploadFile, clear }] = useState(() =>
    createPictureUpload({
      send: (picture) => sendPicture(bucket, picture),
      onUploaded: onChange,
      onFailed: ({ title, text }) => showToast({ tone: "error", title: t(title), text: t(text) }),
    }),
  )
  const upload = useStore($upload)
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  const isUploading = upload.status === "uploading"
  const uploaded = upload.status === "uploaded" && upload.url === url ? upload : null
  const shownUrl = isUploading ? upload.preview : (uploaded?.preview ?? url)

  return (
    <Field {...field}>
      <div className="group grid gap-2.5" aria-busy={isUploading}>
        {shownUrl && renderPreview?.(shownUrl, alt)}
        {shownUrl && !renderPreview && (
          <img
            className="aspect-[var(--picture-ratio,16/9)] w-full rounded-small bg-raise object-cover group-aria-busy:opacity-55"
            src={shownUrl}
            alt={alt}
          />
        )}
        <div className="flex flex-wrap items-center gap-2">
          <label
            className="btn btn-ghost btn-small relative has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-(--focus)"
            htmlFor={field.id}
          >
            <input
              {...getFieldAttributes(field)}
              className="sr-only"
              type="file"
              accept="image/*"
              onChange={({ target }) => {
                const [file] = target.files ?? []
                if (file)
                  waitFor(uploadFile(file).then((isUploaded) => isUploaded && isMounted.current))
                target.value = ""
              }}
            />
            {t(shownUrl ? "common:picture.replace" : "common:picture.choose")}
          </label>
          {shownUrl && (
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
        {uploaded && renderRemark?.(uploaded.width)}
        <p className="error" role="alert">
          {upload.status === "failed" && t(upload.message.text)}
        </p>
      </div>
    </Field>
  )
}
