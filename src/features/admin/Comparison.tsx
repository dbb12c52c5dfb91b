/** Two versions of the same thing, side by side where they differ. */
import "./conflict.css"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { differingFields, differingLines, type Parts } from "./differences.ts"
import type { ComparedField } from "./resource.ts"

interface Props<Values extends object> {
  compared: readonly ComparedField<Values>[]
  one: Values
  other: Values
  /** What each of the two is called. */
  labels: [string, string]
}

function Version({ label, parts }: { label: string; parts: Parts }) {
  const t = pageTranslate()
  const { start, own, end } = parts
  const isEmpty = start === "" && own === "" && end === ""
  return (
    <div className="version">
      <p className="version-label">{label}</p>
      <div className="version-text">
        {isEmpty && <p className="soft">{t("admin:conflict.empty")}</p>}
        {start !== "" && <p className="soft">{start}</p>}
        {own !== "" && <mark>{own}</mark>}
        {end !== "" && <p className="soft">{end}</p>}
      </div>
    </div>
  )
}

export function Comparison<Values extends object>({ compared, one, other, labels }: Props<Values>) {
  const t = pageTranslate()
  const differing = differingFields(one, other)
  return (
    <div className="conflict-fields">
      {compared
        .filter(({ name }) => differing.includes(name))
        .map(({ name, label, show }) => {
          const [parts, otherParts] = differingLines(show(one, t), show(other, t))
          return (
            <section key={name} aria-label={t(label)}>
              <h3>{t(label)}</h3>
              <div className="versions">
                <Version label={labels[0]} parts={parts} />
                <Version label={labels[1]} parts={otherParts} />
              </div>
            </section>
          )
        })}
    </div>
  )
}
