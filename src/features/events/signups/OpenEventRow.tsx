/** A row with a public event, and a button that signs the member up. */
import { useStore } from "@nanostores/react"
import { getCountryColor } from "../../../countries.ts"
import { formatDate } from "../../../i18n/dates.ts"
import type { Locale } from "../../../i18n/locales.ts"
import { localePath } from "../../../i18n/paths.ts"
import { tFor } from "../../../i18n/t-for.ts"
import { getLangAttribute, localize } from "../../../i18n/translation.ts"
import type { Mutation } from "../../../islands/mutation.ts"
import { CoverLink } from "../../../ui/CoverLink.tsx"
import { EventDate } from "../EventList.tsx"
import type { OpenEvent } from "../own-event.ts"
import { eventPath } from "../paths.ts"
import { getEventThumbnail } from "../picture.ts"
import { ANSWER_CHIP_CLASS, AnswerButton } from "./AnswerButton.tsx"
import type { QuickAnswer } from "./quick-answers.ts"

interface Props {
  locale: Locale
  event: OpenEvent
  answers: Mutation<QuickAnswer>
  /** Whether the sign-up button has the accent color. */
  isMain: boolean
}

interface RowProps extends Props {
  /** Whether wide screens show the picture of the event. */
  hasPicture?: boolean
}

export function OpenEventRow({ locale, event, answers, isMain, hasPicture = false }: RowProps) {
  const t = tFor(locale)
  const { title, language } = localize(event, locale)
  const { start_date, time_zone, is_all_day, team_name, location, going, places_left } = event
  const time = is_all_day
    ? t("calendar:event.allDay")
    : formatDate(start_date, "time", locale, time_zone)
  return (
    <li
      className={`place-${getCountryColor(event.country)} relative grid min-h-18 grid-cols-[64px_minmax(0,1fr)_auto] content-center gap-x-3 gap-y-0.5 border-t border-line py-3 *:first:row-span-3 sm:grid-cols-[64px_auto_minmax(0,1fr)_auto] ${hasPicture ? "sm:gap-x-4" : ""}`}
    >
      <EventDate locale={locale} event={event} hasWeekday />
      {hasPicture && (
        <img
          className="col-start-2 row-span-3 h-18 w-28 self-center rounded-small bg-night object-cover max-sm:hidden"
          src={getEventThumbnail(event)}
          width="112"
          height="72"
          alt=""
          loading="lazy"
          decoding="async"
        />
      )}
      <h3
        className="line-clamp-2 self-end text-base wrap-anywhere max-sm:col-span-2 sm:col-start-3"
        lang={getLangAttribute(locale, language)}
      >
        <CoverLink href={localePath(eventPath(event.slug), locale)}>{title}</CoverLink>
      </h3>
      <p className="truncate text-sm text-soft max-sm:col-span-2 max-sm:col-start-2 sm:col-start-3">
        {[time, location ?? team_name].filter(Boolean).join(" · ")}
      </p>
      <p className="facts-line text-sm text-soft max-sm:self-center sm:col-start-3">
        {going === 0 && places_left === null && <span>{t("home:events.open")}</span>}
        {going > 0 && <span>{t("signups:counts.going", { count: going })}</span>}
        {places_left !== null && (
          <span>
            {places_left > 0
              ? t("signups:counts.left", { count: places_left })
              : t("signups:counts.full")}
          </span>
        )}
      </p>
      <div className="col-start-3 self-center sm:col-start-4 sm:row-span-3 sm:row-start-1">
        <OpenEventAction locale={locale} event={event} answers={answers} isMain={isMain} />
      </div>
    </li>
  )
}

/** A button that signs the member up with one tap, a link to the form, or the status of the member's sign-up. */
export function OpenEventAction({ locale, event, answers, isMain }: Props) {
  const t = tFor(locale)
  const { id, slug, answer, registration_url } = event
  const { title } = localize(event, locale)
  const pending = useStore(answers.$pending).get(id)
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
