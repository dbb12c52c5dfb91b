/** What became of a text, paragraph by paragraph, with the words that were changed marked. */
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { differingFields } from "../../../ui/forms/editing.ts"
import type { Labels, Shown } from "../list/resource.ts"
import { blocksOf, type Word, wordsOf } from "./merge.ts"
import { textOf } from "./values.ts"

const MARKS = {
  before: "bg-danger/18 decoration-danger",
  after: "bg-success/18 text-inherit no-underline",
} as const

/** Words, with those marked that only one version has; `side` shows one version alone. */
export function Words({ words, side }: { words: Word[]; side?: "before" | "after" }) {
  return words
    .filter(({ only }) => !side || only === null || only === side)
    .map(({ text, only }, i) => {
      const key = `${i}${text.slice(0, 20)}`
      if (only === null) return <span key={key}>{text}</span>
      const Tag = side ? "mark" : only === "before" ? "del" : "ins"
      return (
        <Tag key={key} className={`rounded-xs text-inherit ${MARKS[only]}`}>
          {text}
        </Tag>
      )
    })
}

interface Props {
  before: string
  after: string
  lang?: string
}

/** A picture in Markdown: its description, address and caption. */
const PICTURE = /!\[((?:\\.|[^\]\\])*)\]\([^\s)]*(?:\s+"((?:\\.|[^"\\])*)")?\)/g

/** A text with its pictures in words. */
const inWords = (text: string): string =>
  text.replace(PICTURE, (_all, alt: string, caption = "") =>
    pageTranslate()("admin:conflict.picture", {
      description: [alt, caption].filter(Boolean).join(" · ").replaceAll(/\\(.)/g, "$1") || "–",
    }),
  )

/** Of what is the same, nothing but how much it is. */
function Changes({ before, after, lang }: Props) {
  const t = pageTranslate()
  return (
    <div
      className="grid gap-2.5 rounded-small border border-line bg-ink px-3.5 py-2.5 text-md wrap-anywhere whitespace-pre-wrap"
      lang={lang}
    >
      {blocksOf(null, inWords(after), inWords(before)).map(({ mine, theirs, isSame }, i) => {
        const key = `${i}${mine[0]?.slice(0, 20)}`
        return isSame ? (
          <p key={key} className="soft text-sm" lang={document.documentElement.lang}>
            {t("admin:conflict.same", { count: mine.length })}
          </p>
        ) : (
          <p key={key}>
            <Words words={wordsOf(theirs.join("\n\n"), mine.join("\n\n"))} />
          </p>
        )
      })}
    </div>
  )
}

interface ComparisonProps<Values extends object> {
  resource: {
    labels: Labels<Values>
    shown?: Shown<Values>
    paragraphs?: readonly (keyof Values & string)[]
  }
  before: Values
  after: Values
}

/** The fields that differ between two versions. */
export function Comparison<Values extends object>({
  resource,
  before,
  after,
}: ComparisonProps<Values>) {
  const t = pageTranslate()
  const labels = new Map(Object.entries<Labels<Values>[keyof Values & string]>(resource.labels))
  return (
    <div className="mt-5.5 grid gap-5.5">
      {differingFields(before, after).map((name) => {
        const label = labels.get(name)
        return (
          label && (
            <section key={name} aria-label={t(label)}>
              <h3 className="mb-2 font-sans text-md font-semibold tracking-normal">{t(label)}</h3>
              <Changes
                before={textOf(resource, before, name, t)}
                after={textOf(resource, after, name, t)}
              />
            </section>
          )
        )
      })}
    </div>
  )
}
