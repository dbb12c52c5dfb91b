/**
 * The page /my-events?event=…: organizers manage the sign-ups of an event. Other team members see their own sign-up
 * and, for a team-only event, the description.
 */

import { useStore } from "@nanostores/react"
import { useEffect, useState } from "react"
import { formatDate } from "../../../../i18n/dates.ts"
import { pageLocale, pageTranslate } from "../../../../i18n/page-translate.ts"
import { localePath } from "../../../../i18n/paths.ts"
import { getLangAttribute } from "../../../../i18n/translation.ts"
import { QueryState } from "../../../../islands/QueryState.tsx"
import { createQuery } from "../../../../islands/query.ts"
import { markNotificationsRead } from "../../../../session/mark-notifications-read.ts"
import { call } from "../../../../shared/call.ts"
import { LinkedText } from "../../../../ui/LinkedText.tsx"
import { EventNotes } from "../../EventNotes.tsx"
import { eventPath, localizeEvent, managePath, teamPath } from "../../event.ts"
import { formatDateAndTime } from "../../when.ts"
import { HiddenSignup } from "../HiddenSignup.tsx"
import { MemberSignup } from "../MemberSignup.tsx"
import { type CheckedIn, checkedIn, isHidden, type Signup, signupResponse } from "../schema.ts"
import { signupPath } from "../store.ts"
import { checkIn } from "./check-ins.ts"
import { Message } from "./Message.tsx"
import { People } from "./People.tsx"
import { SettingsForm } from "./SettingsForm.tsx"

export function ManageSignups({ id }: { id: string }) {
  const t = pageTranslate()
  const locale = pageLocale()
  const [$signup] = useState(() =>
    createQuery([signupPath(id)], signupResponse, { requiresLogin: true }),
  )
  const { data, error } = useStore($signup)
  useEffect(() => void markNotificationsRead("content", [id]), [id])
  if (!data) {
    return (
      <div className={error ? "page-head" : ""}>
        <QueryState
          query={$signup}
          loading="signups:loading"
          failed="signups:failed"
          heading="h2"
        />
      </div>
    )
  }
  if (isHidden(data)) {
    return (
      <div className="page-head">
        <HiddenSignup signup={data} onCanceled={$signup.revalidate} />
      </div>
    )
  }
  const { event, organizes, manages, reach } = data
  const { title, description, descriptionLanguage } = localizeEvent(event, locale)
  const { date, time } = formatDateAndTime(event, locale)
  const isPublic = event.event_type === "public"
  const { team_slug, team_name } = event
  return (
    <>
      <header className="page-head">
        <h1
          className={`text-[clamp(28px,4vw,46px)] wrap-anywhere ${event.is_cancelled ? "line-through decoration-[0.06em]" : ""}`}
        >
          {title}
        </h1>
        <p>{[date, time, event.location].filter(Boolean).join(" · ")}</p>
        <EventNotes locale={locale} event={event} manages={manages} />
        {!isPublic && description && (
          <p
            className="mt-4 whitespace-pre-line print:hidden"
            lang={getLangAttribute(locale, descriptionLanguage)}
          >
            <LinkedText text={description} />
          </p>
        )}
        <p className="actions print:hidden">
          {isPublic && (
            <a className="btn btn-ghost btn-small" href={localePath(eventPath(event.slug), locale)}>
              {t("signups:list.toEvent")}
            </a>
          )}
          {!isPublic && team_slug && (
            <>
              <a className="btn btn-ghost btn-small" href={localePath(teamPath(team_slug), locale)}>
                {team_name}
              </a>
              <a
                className="btn btn-ghost btn-small"
                href={localePath(`/calendar?team=${team_slug}`, locale)}
              >
                {t("signups:mine.toCalendar")}
              </a>
            </>
          )}
          {manages && (
            <a className="btn btn-ghost btn-small lg:hidden" href="#settings-title">
              {t("signups:settings.title")}
            </a>
          )}
        </p>
      </header>
      {organizes && <ScannedCheckIn event={event} />}
      {organizes ? (
        <div className="grid gap-x-[clamp(32px,4vw,64px)] gap-y-12 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
          <People signup={data} onChange={$signup.revalidate} />
          <div className="grid content-start gap-9 print:hidden">
            <MemberSignup locale={locale} event={event} isOnOrganizersPage />
            {manages && <SettingsForm signup={data} onSaved={(saved) => $signup.mutate(saved)} />}
            {reach && (event.signups.going > 0 || reach.waiting > 0) && (
              <Message eventId={event.id} reach={reach} />
            )}
          </div>
        </div>
      ) : (
        <div className="max-w-160">
          <MemberSignup locale={locale} event={event} />
        </div>
      )}
    </>
  )
}

/**
 * Result of a scanned entry code. `kept`: the phone stores the check-in until it is online. `unknown`: the code belongs
 * to no sign-up of the event.
 */
type ScanResult = { scannedAt: string; attendee: CheckedIn } | "kept" | "unknown"

const RESULT_CLASS = "mb-8 rounded-card border-2 p-5 text-lg font-semibold"

/** If the URL comes from an entry code (`?check=`), checks the attendee in and shows the result. */
function ScannedCheckIn({ event }: { event: Signup["event"] }) {
  const t = pageTranslate()
  const [result, setResult] = useState<ScanResult | null>(null)
  useEffect(() => {
    const signupId = new URLSearchParams(location.search).get("check")
    if (!signupId) return
    // A reload must not check the attendee in again.
    history.replaceState(null, "", localePath(managePath(event.id), pageLocale()))
    const scannedAt = new Date().toISOString()
    void call(`/api/events/${event.id}/check-ins/${signupId}`, {
      method: "PUT",
      payload: { arrived_at: scannedAt },
      read: checkedIn,
    }).then((callResult) => {
      if (callResult.ok) return setResult({ scannedAt, attendee: callResult.body })
      if (callResult.failure.code === "not_found") return setResult("unknown")
      checkIn(event.id, { id: signupId, name: null }, true, () => {})
      setResult("kept")
    })
  }, [event.id])
  if (!result) return null
  if (typeof result === "string") {
    const className = `${RESULT_CLASS} ${result === "unknown" ? "border-danger" : "border-edge"}`
    return (
      <p className={className} role="alert">
        {t(`signups:arrival.${result}`)}
      </p>
    )
  }
  const { name: ownName, guests, checked_in_at: checkedInAt } = result.attendee
  const name = ownName ?? t("teams:people.hiddenName")
  // An earlier check-in means that the code was used before.
  const earlierArrival =
    checkedInAt !== null && checkedInAt < result.scannedAt
      ? formatDate(checkedInAt, "dateTime", pageLocale(), event.time_zone)
      : null
  return (
    <p
      className={`${RESULT_CLASS} ${earlierArrival ? "border-danger" : "border-glow"}`}
      role="status"
    >
      {earlierArrival
        ? t("signups:arrival.since", { name, time: earlierArrival })
        : t("signups:arrival.here", { name })}
      {guests > 0 && ` · ${t("signups:form.withGuests", { count: guests })}`}
    </p>
  )
}
