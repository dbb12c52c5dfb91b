/** A row with a public event, and a button that signs the member up. */
import { useStore } from "@nanostores/react"
import { formatDate } from "../../../i18n/dates.ts"
import type { Locale } from "../../../i18n/locales.ts"
import { localePath } from "../../../i18n/paths.ts"
import { tFor } from "../../../i18n/t-for.ts"
import { localize } from "../../../i18n/translation.ts"
import type { Mutation } from "../../../islands/mutation.ts"
import { EventRowLayout } from "../EventRowLayout.tsx"
import { formatLocation } from "../event.ts"
import type { OpenEvent } from "../own-event.ts"
import { eventPath } from "../paths.ts"
import { ANSWER_CHIP_CLASS, AnswerButton } from "./AnswerButton.tsx"
import { formatPlacesLeft } from "./counts.ts"
import type { QuickAnswer } from "./quick-answers.ts"

interface Props {
  locale: Locale
  event: OpenEvent
  answers: Mutation<QuickAnswer>
  /** Whether the sign-up button has the accent color. */
  isMain: boolean
}

export function OpenEventRow({ locale, event, answers, isMain }: Props) {
  const t = tFor(locale)
  const { start_date, time_zone, is_all_day, team_name, location, going, places_left } = event
  return (
    <EventRowLayout
      locale={locale}
      event={event}
      path={eventPath(event.slug)}
      time={
        is_all_day ? t("calendar:event.allDay") : formatDate(start_date, "time", locale, time_zone)
      }
      place={location ? formatLocation(location) : team_name}
      details={
        <p className="facts-line">
          {going === 0 && places_left === null && <span>{t("home:events.open")}</span>}
          {going > 0 && <span>{t("signups:counts.going", { count: going })}</span>}
          {places_left !== null && <span>{formatPlacesLeft(going, places_left, t)}</span>}
        </p>
      }
      action={<OpenEventAction locale={locale} event={event} answers={answers} isMain={isMain} />}
    />
  )
}

/** A button that signs the member up with one tap, a link to the form, or the status of the member's sign-up. */
export function OpenEventAction({ locale, event, answers, isMain }: Props) {
  const t = tFor(locale)
  const { id, slug, answer, registration_url } = event
  const { title } = localize(event, locale)
  const pending = useStore(answers.$pending).get(id)
  const status = pending?.value ?? answer
  // Members with the status "waiting" or "offered" are on the waitlist. An offered place is reserved until a deadline.
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
        onPress={() => pending || void answers.mutate(id, isSignedUp ? "not_going" : "going")}
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
