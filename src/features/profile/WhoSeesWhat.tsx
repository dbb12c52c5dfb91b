/** Who sees what, in one line each; follows the form before it is saved. */
import { useStore } from "@nanostores/react"
import { useId } from "react"
import { INTL_LOCALES } from "../../i18n/locales.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { Icon } from "../../ui/Icon.tsx"
import { profileStore } from "./page.ts"
import { VIEWERS, visibleParts } from "./visibility.ts"

const ICONS = { everyone: "globe", members: "people", onlyYou: "lock" } as const

export function WhoSeesWhat() {
  const t = pageTranslate()
  const id = useId()
  const { status } = useStore(profileStore.$profile)
  const parts = visibleParts(useStore(profileStore.form.$values))
  if (status !== "ready") return null
  const list = new Intl.ListFormat(INTL_LOCALES[pageLocale()])
  return (
    <section className="card seen-card" aria-labelledby={id}>
      <h2 id={id}>{t("profile:visible.title")}</h2>
      <dl>
        {VIEWERS.map((viewer) => (
          <div key={viewer}>
            <dt className="with-icon">
              <Icon name={ICONS[viewer]} size={18} />
              {t(`profile:visible.${viewer}`)}
            </dt>
            <dd>
              {parts[viewer].length > 0
                ? list.format(parts[viewer].map((part) => t(part)))
                : t("profile:visible.nothing")}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
