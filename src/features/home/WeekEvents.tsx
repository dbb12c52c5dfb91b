/**
 * Shows the events of the next seven days in the member's country, or the next events of all countries if there are
 * none.
 */
import { useState } from "react"
import { type Country, countryPath } from "../../countries.ts"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { hidesCountryQuestion, storeHidesCountryQuestion } from "../../session/own-country.ts"
import { call } from "../../shared/call.ts"
import { focusIfLost } from "../../ui/dialog/focus-if-lost.ts"
import { IslandIcon } from "../../ui/island-icons.tsx"
import { showOutcome } from "../../ui/toast/show-outcome.ts"
import { CountryChips } from "../events/CountryChips.tsx"
import { OpenEventRow } from "../events/signups/OpenEventRow.tsx"
import { EmptyList } from "./EmptyList.tsx"
import { $home, getHeadingKey, homeAnswers } from "./member-home.ts"
import type { MemberHome } from "./schema.ts"

interface Props {
  locale: Locale
  home: MemberHome
  /** Id of the event with the page's most important button. */
  mainEventId: string | null
}

export function WeekEvents({ locale, home: { country, week, later }, mainEventId }: Props) {
  const t = tFor(locale)
  const events = week.length > 0 ? week : later
  return (
    <section aria-labelledby="this-week">
      <div className="section-head">
        <h2 id="this-week">{t(getHeadingKey({ country, week, later }))}</h2>
      </div>
      {!country && <CountryQuestion locale={locale} />}
      {events.length > 0 && (
        <ul className="gap-x-14 lg:grid lg:grid-cols-2" aria-labelledby="this-week">
          {events.map((event) => (
            <OpenEventRow
              key={event.id}
              locale={locale}
              event={event}
              answers={homeAnswers}
              isMain={event.id === mainEventId}
            />
          ))}
          <li className="flex flex-wrap items-center gap-x-6 gap-y-3 border-t border-line py-4">
            <a className="btn btn-ghost btn-small" href={localePath("/calendar", locale)}>
              {t("calendar:all")}
            </a>
            {country && <CountryLink locale={locale} country={country} />}
          </li>
        </ul>
      )}
      {country && events.length === 0 && (
        <EmptyList
          title={t("home:week.empty.title")}
          text={t("home:week.empty.text")}
          href={localePath("/calendar", locale)}
          link={t("calendar:all")}
        >
          <CountryLink locale={locale} country={country} />
        </EmptyList>
      )}
    </section>
  )
}

const CountryLink = ({ locale, country }: { locale: Locale; country: Country }) => (
  <a className="more" href={localePath(countryPath(country), locale)}>
    {tFor(locale)(`home:country.${country}`)}
  </a>
)

/** Asks for the member's country, unless the member has closed the question in this browser. */
function CountryQuestion({ locale }: Pick<Props, "locale">) {
  const t = tFor(locale)
  const [isSaving, setIsSaving] = useState(false)
  const [isHidden, setIsHidden] = useState(hidesCountryQuestion)
  if (isHidden) return null
  async function choose(country: Country) {
    if (isSaving) return
    setIsSaving(true)
    const payload = { country }
    const result = await call("/api/account", { method: "PATCH", payload, read: () => null })
    const text = t("home:week.chosen.text")
    showOutcome(result, { title: t("home:week.chosen.title"), text }, "signups:toasts.failed")
    if (result.ok) $home.revalidate()
    setIsSaving(false)
  }
  return (
    <div className="-mt-2 mb-3 flex flex-wrap items-center gap-x-3">
      <p className="text-soft max-sm:flex-1">{t("home:week.unknown")}</p>
      <button
        className="icon-btn max-sm:-mr-3 sm:order-1"
        type="button"
        aria-label={t("common:close")}
        onClick={() => {
          storeHidesCountryQuestion()
          setIsHidden(true)
          focusIfLost(() => document.querySelector("[aria-labelledby=this-week] li a"))
        }}
      >
        <IslandIcon name="close" />
      </button>
      <CountryChips locale={locale} onChoose={choose} />
    </div>
  )
}
