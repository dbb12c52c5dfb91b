/** A text with headings, lists, pictures and videos, stored as Markdown: written as it looks, or as it is stored. */
import { Component, lazy, type ReactNode, Suspense, useState } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { described, Field, type FieldProps } from "../forms/fields.tsx"
import { loadStyle } from "../load-style.ts"
import type { OwnSite } from "./own-site.ts"
import styles from "./rich-text.css?url"

// Loaded when somebody writes.
const RichTextArea = lazy(async () => {
  const [area] = await Promise.all([import("./RichTextArea.tsx"), loadStyle(styles)])
  return area
})

/** Shows something else in the place of what cannot be loaded. */
class Otherwise extends Component<{ otherwise: ReactNode; children: ReactNode }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? this.props.otherwise : this.props.children
  }
}

interface Props extends FieldProps {
  value: string
  lang: string
  /** Where its pictures go, `news-images` say. */
  bucket: string
  site: OwnSite
  onChange: (markdown: string) => void
  /** The form is not sent before this is done. */
  waitFor: (work: Promise<unknown>) => void
}

export function RichTextField({ value, lang, bucket, site, onChange, waitFor, ...field }: Props) {
  const t = pageTranslate()
  const [isSource, setIsSource] = useState(false)
  const [uploads, setUploads] = useState(0)
  const { id, ...about } = described(field)
  const source = (
    <textarea
      {...about}
      id={id}
      className="input rich-source"
      lang={lang}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
  const change = (
    <button
      className="rich-switch"
      type="button"
      aria-pressed={isSource}
      // Pictures on their way are put where the caret is.
      disabled={uploads > 0}
      onClick={() => setIsSource(!isSource)}
    >
      Markdown
    </button>
  )
  return (
    <Field {...field} length={value.length}>
      {isSource ? (
        <div className="rich">
          <div className="rich-bar">
            <span className="hint px-2">{t("common:richText.source")}</span>
            {change}
          </div>
          {source}
        </div>
      ) : (
        <Otherwise otherwise={source}>
          <Suspense fallback={<div className="skeleton h-80" />}>
            <RichTextArea
              id={id}
              value={value}
              lang={lang}
              isInvalid={about["aria-invalid"] ?? false}
              describedBy={about["aria-describedby"]}
              bucket={bucket}
              site={site}
              isUploading={uploads > 0}
              onChange={onChange}
              waitFor={(work) => {
                setUploads((count) => count + 1)
                waitFor(work.finally(() => setUploads((count) => count - 1)))
              }}
            >
              {change}
            </RichTextArea>
          </Suspense>
        </Otherwise>
      )}
    </Field>
  )
}
