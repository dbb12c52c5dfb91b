/** The events of the next seven days in the member's country. If there are none, the next events of all countries. */
import { useStore } from "@nanostores/react"
import { useState } from "react"
import { type Country, countryPath, getCountryColor } from "../../countries.ts"
import { formatDate } from "../../i18n/dates.ts"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { getLangAttribute, localize } from "../../i18n/translation.ts"
import { call } from "../../shared/call.ts"
import { CoverLink } from "../../ui/CoverLink.tsx"
import { showOutcome } from "../../ui/toast/show-outcome.ts"
import { CountryChips } from "../events/CountryChips.tsx"
import { EventDate } from "../events/EventList.tsx"
import { eventPath } from "../events/paths.ts"
import { ANSWER_CHIP_CLASS, AnswerButton } from "../events/signups/AnswerButton.tsx"
import { EmptyList } from "./EmptyList.tsx"
import { $home, homeAnswers } from "./member-home.ts"
import type { HomeEvent, MemberHome } from "./schema.ts"

interface Props {
  locale: Locale
  home: MemberHome
  /** Id of the event with the page's most important button. */
  mainEventId: string | null
}

export function WeekEvents({ locale, home: { country, week, later }, mainEventId }: Props) {
  const t = tFor(locale)
  const isLater = week.length === 0 && later.length > 0
  const events = isLater ? later : week
  return (
    <section aria-labelledby="this-week">
      <div className="mb-3 flex min-h-7.5 items-baseline justify-between gap-4">
        <h2 id="this-week" className="text-xl">
          {t(isLater ? "home:week.later" : "home:week.title")}
        </h2>
        {country && (
          <a className="more" href={localePath(countryPath(country), locale)}>
            {t(`common:countries.${country}`)}
          </a>
        )}
      </div>
      {!country && <CountryChoice locale={locale} />}
      {events.length > 0 && (
        <ul aria-labelledby="this-week">
          {events.map((event) => (
            <EventRow
              key={event.id}
              locale={locale}
              event={event}
              isMain={event.id === mainEventId}
            />
          ))}
        </ul>
      )}
      {country && events.length === 0 && (
        <EmptyList
          title={t("home:week.empty.title")}
          text={t("home:week.empty.text")}
          href={localePath("/calendar", locale)}
          link={t("calendar:all")}
        />
      )}
    </section>
  )
}

/** Offers the countries to members without a country. */
function CountryChoice({ locale }: Pick<Props, "locale">) {
  const t = tFor(locale)
  const [isSaving, setIsSaving] = useState(false)
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
    <div className="border-t border-line pt-3 pb-4">
      <p className="mb-3 text-soft">{t("home:week.unknown")}</p>
      <CountryChips locale={locale} onChoose={choose} />
    </div>
  )
}

interface RowProps {
  locale: Locale
  event: HomeEvent
  isMain: boolean
}

function EventRow({ locale, event, isMain }: RowProps) {
  const t = tFor(locale)
  const { title, language } = localize(event, locale)
  const { start_date, time_zone, is_all_day, team_name, location, going, places_left } = event
  const facts = [
    is_all_day ? t("calendar:event.allDay") : formatDate(start_date, "time", locale, time_zone),
    location ?? team_name,
  ]
  const counts = [
    going > 0 && t("signups:counts.going", { count: going }),
    places_left === 0 && t("signups:counts.full"),
    places_left !== null && places_left > 0 && t("signups:counts.left", { count: places_left }),
  ]
  return (
    <li
      className={`place-${getCountryColor(event.country)} relative grid min-h-18 grid-cols-[64px_minmax(0,1fr)_auto] content-center gap-x-3 gap-y-1 border-t border-line py-3 *:first:row-span-3 sm:gap-x-4`}
    >
      <EventDate locale={locale} event={event} hasWeekday />
      <h3
        className="line-clamp-2 text-base wrap-anywhere max-sm:col-span-2"
        lang={getLangAttribute(locale, language)}
      >
        <CoverLink href={localePath(eventPath(event.slug), locale)}>{title}</CoverLink>
      </h3>
      <p className="col-start-2 truncate text-sm text-soft max-sm:col-span-2">
        {facts.filter(Boolean).join(" · ")}
      </p>
      <p className="col-start-2 self-center text-sm text-soft">
        {counts.filter(Boolean).join(" · ")}
      </p>
      <div className="col-start-3 self-center sm:row-span-3 sm:row-start-1">
        <SignupAction locale={locale} event={event} title={title} isMain={isMain} />
      </div>
    </li>
  )
}

interface ActionProps extends Pick<RowProps, "locale" | "event" | "isMain"> {
  title: string
}

/**
 * Renders a button that signs the member up with one tap, a link to the form, or the status of the member's sign-up.
 */
export function SignupAction({ locale, event, title, isMain }: ActionProps) {
  const t = tFor(locale)
  const { id, slug, answer, registration_url } = event
  const pending = useStore(homeAnswers.$pending).get(id)
  const status = pending?.value ?? answer
  // "waiting" and "offered" are on the waitlist. An offered place is reserved for the member until a deadline.
  const isSignedUp = status === "going" || status === "waiting" || status === "offered"
  if (!isSignedUp && !event.can_sign_up) return null
  if (event.can_answer && !registration_url) {
    return (
      <AnswerButton
        label={t(isSignedUp ? `signups:mine.is.${status}` : "signups:signUp")}
        title={title}
        isPressed={isSignedUp}
        isGoing={status === "going"}
        isMain={isMain}
        // While a change is being sent, a click is ignored, so that a double click does not undo the sign-up.
        onPress={() => pending || void homeAnswers.mutate(id, isSignedUp ? "not_going" : "going")}
      />
    )
  }
  if (isSignedUp) return <p className={ANSWER_CHIP_CLASS}>{t(`signups:mine.is.${status}`)}</p>
  return (
    <a
      className={`btn btn-small relative max-sm:px-3.5 ${isMain ? "" : "btn-ghost"}`}
      href={registration_url ?? `${localePath(eventPath(slug), locale)}#signup`}
      {...(registration_url && { rel: "noopener nofollow", target: "_blank" })}
      aria-label={t("signups:signUpFor", { title })}
    >
      {t("signups:signUp")}
    </a>
  )
}
