import { pageTranslate } from "../../../i18n/page-translate.ts"
import { listChangedFieldNames } from "../../../ui/forms/changed-fields.ts"
import { compareWords, splitIntoPassages } from "./differences.ts"
import { type ComparedFields, formatField, getLabel } from "./values.ts"

const MARK_CLASSES = {
  before: "bg-danger/18 decoration-danger",
  after: "bg-success/18 text-inherit no-underline",
} as const

interface TextsProps {
  before: string
  after: string
  /** The only version that is shown. By default, one text shows both deleted and inserted words. */
  side?: "before" | "after"
}

function Words({ before, after, side }: TextsProps) {
  return compareWords(before, after)
    .filter(({ only }) => !side || only === null || only === side)
    .map(({ text, only }, i) => {
      const key = `${i}${text.slice(0, 20)}`
      if (only === null) return <span key={key}>{text}</span>
      const changeTag = only === "before" ? "del" : "ins"
      const Tag = side ? "mark" : changeTag
      return (
        <Tag key={key} className={`rounded-xs text-inherit ${MARK_CLASSES[only]}`}>
          {text}
        </Tag>
      )
    })
}

/** Matches a picture in Markdown, with its description and caption. */
const PICTURE = /!\[((?:\\.|[^\]\\])*)\]\([^\s)]*(?:\s+"((?:\\.|[^"\\])*)")?\)/g

/** Joins Markdown paragraphs, and replaces each picture with its description and caption. */
const describePictures = (paragraphs: string[]): string =>
  paragraphs.join("\n\n").replace(PICTURE, (_match, alt: string, caption = "") =>
    pageTranslate()("admin:conflict.picture", {
      // Removes the backslashes that escape characters in Markdown.
      description: [alt, caption].filter(Boolean).join(" · ").replaceAll(/\\(.)/g, "$1") || "–",
    }),
  )

/** Renders the paragraphs that differ between two texts. Of equal paragraphs, renders only the number. */
export function Changes({ before, after, side }: TextsProps) {
  const t = pageTranslate()
  return splitIntoPassages(before, after).map((passage, i) => {
    const key = `${i}${passage.after[0]?.slice(0, 20)}`
    return passage.isSame ? (
      <p key={key} className="soft text-sm">
        {t("admin:conflict.same", { count: passage.after.length })}
      </p>
    ) : (
      <p key={key}>
        <Words
          before={describePictures(passage.before)}
          after={describePictures(passage.after)}
          side={side}
        />
      </p>
    )
  })
}

export const CHANGES_BOX =
  "grid content-start gap-2.5 rounded-small border border-line bg-ink px-3.5 py-2.5 text-md wrap-anywhere whitespace-pre-wrap"

interface ComparisonProps<Values extends object> {
  resource: ComparedFields<Values>
  before: Values
  after: Values
}

export function Comparison<Values extends object>({
  resource,
  before,
  after,
}: ComparisonProps<Values>) {
  const t = pageTranslate()
  return (
    <div className="mt-5.5 grid gap-5.5">
      {listChangedFieldNames(before, after).map((name) => {
        const label = getLabel(resource, name)
        return (
          label && (
            <section key={name} aria-label={t(label)}>
              <h3 className="mb-2 font-sans text-md font-semibold tracking-normal">{t(label)}</h3>
              <div className={CHANGES_BOX}>
                <Changes
                  before={formatField(resource, before, name, t)}
                  after={formatField(resource, after, name, t)}
                />
              </div>
            </section>
          )
        )
      })}
    </div>
  )
}
