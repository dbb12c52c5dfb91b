import { type ReactNode, useState } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { getFailureKey } from "../forms/failure-keys.ts"
import { Field, type FieldProps, getFieldAttributes } from "../forms/fields.tsx"
import { loadStyle } from "../load-style.ts"
import { reload } from "../new-version.ts"
import { useImport } from "../use-import.ts"
import type { EditorProps } from "./own-site.ts"
import styles from "./rich-text.css?url"

const loadArea = async () => {
  const [area] = await Promise.all([import("./RichTextArea.tsx"), loadStyle(styles)])
  return area
}

/** Replaces an editor that failed to load. The child is the button that shows the Markdown. */
function LoadFailureNote({ children }: { children: ReactNode }) {
  const t = pageTranslate()
  const isOutdated = navigator.onLine
  return (
    <div className="rich" role="alert">
      <div className="rich-bar">
        <span className="hint px-2">
          {t(isOutdated ? "common:toasts.outdated" : getFailureKey("unreachable"))}
        </span>
        {children}
      </div>
      <p className="grid gap-3.5 p-4">
        {isOutdated && t("common:toasts.outdatedText")}
        <button className="btn btn-ghost btn-small w-fit" type="button" onClick={reload}>
          {t("common:toasts.reload")}
        </button>
      </p>
    </div>
  )
}

type Props = FieldProps & EditorProps

export function RichTextField({
  value,
  lang,
  bucket,
  siteSuggestions,
  onChange,
  waitFor,
  ...field
}: Props) {
  const t = pageTranslate()
  const [isSource, setIsSource] = useState(false)
  const [uploadCount, setUploadCount] = useState(0)
  const { module, retry } = useImport(loadArea, !isSource)
  const { id, ...description } = getFieldAttributes(field)
  const source = (
    <textarea
      {...description}
      id={id}
      className="input rich-source"
      lang={lang}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
  const sourceSwitch = (
    <button
      className="rich-switch"
      type="button"
      aria-pressed={isSource}
      // Pictures are inserted at the caret of the rich text editor, so it stays open during an upload.
      disabled={uploadCount > 0}
      onClick={() => setIsSource(!isSource)}
    >
      Markdown
    </button>
  )
  const renderArea = () => {
    if (isSource) {
      return (
        <div className="rich">
          <div className="rich-bar">
            <span className="hint px-2">{t("common:richText.source")}</span>
            {sourceSwitch}
          </div>
          {source}
        </div>
      )
    }
    if (retry) return <LoadFailureNote>{sourceSwitch}</LoadFailureNote>
    if (!module) return <div className="skeleton h-80" />
    return (
      <module.default
        id={id}
        value={value}
        lang={lang}
        isInvalid={description["aria-invalid"] ?? false}
        describedBy={description["aria-describedby"]}
        bucket={bucket}
        siteSuggestions={siteSuggestions}
        isUploading={uploadCount > 0}
        onChange={onChange}
        waitFor={(work) => {
          setUploadCount((count) => count + 1)
          waitFor(work.finally(() => setUploadCount((count) => count - 1)))
        }}
      >
        {sourceSwitch}
      </module.default>
    )
  }
  return (
    <Field {...field} length={value.length}>
      {renderArea()}
    </Field>
  )
}
