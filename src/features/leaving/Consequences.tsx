import type { MessageKey } from "../../i18n/keys.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"

const GOES = [
  "security:leaving.delete.goesProfile",
  "security:leaving.delete.goesMusic",
  "security:leaving.delete.goesRequests",
  "security:leaving.delete.goesSessions",
  "security:leaving.delete.goesConsents",
] as const satisfies MessageKey[]

const STAYS = [
  "security:leaving.delete.staysPosts",
  "security:leaving.delete.staysIdeas",
  "security:leaving.delete.staysArticles",
] as const satisfies MessageKey[]

function Part({ title, items }: { title: MessageKey; items: readonly MessageKey[] }) {
  const t = pageTranslate()
  return (
    <>
      <h3>{t(title)}</h3>
      <ul className="leaving-list">
        {items.map((item) => (
          <li key={item}>{t(item)}</li>
        ))}
      </ul>
    </>
  )
}

/** What becomes of what a member leaves behind. */
export function Consequences() {
  return (
    <>
      <Part title="security:leaving.delete.goes" items={GOES} />
      <Part title="security:leaving.delete.stays" items={STAYS} />
    </>
  )
}
