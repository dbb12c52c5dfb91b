/** The page /my-events. With `?event=` and an event's id, shows this event for its organizers and team members. */

import { useStore } from "@nanostores/react"
import { useEffect, useState } from "react"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { localePath } from "../../../i18n/paths.ts"
import { QueryState } from "../../../islands/QueryState.tsx"
import { call, createFailure } from "../../../shared/call.ts"
import { LoadFailed, LoadingRows } from "../../../ui/LoadState.tsx"
import { showFailure } from "../../../ui/toast/show-outcome.ts"
import { useImport } from "../../../ui/use-import.ts"
import "../../account/proof/start.ts"
import { getLoginUrl } from "../../../session/login-address.ts"
import { $session, needsLogin, readSession } from "../../../session/session.ts"
import { Button } from "../../../ui/Button.tsx"
import { VIEWER_FILTER } from "../event.ts"
import { HiddenSignup } from "./HiddenSignup.tsx"
import { MyEventPoster, MyEventRow } from "./MyEventRow.tsx"
import { $myEvents } from "./my-events.ts"
import { SuggestedEvents } from "./SuggestedEvents.tsx"
import { feedResponse } from "./schema.ts"

const loadManageSignups = () => import("./organizers/ManageSignups.tsx")

function LazyManageSignups({ event }: { event: string }) {
  const { module, retry } = useImport(loadManageSignups)
  if (module) return <module.ManageSignups id={event} />
  if (!retry) return <LoadingRows label="signups:loading" />
  const { failure } = createFailure("unreachable")
  return <LoadFailed title="signups:failed" heading="h2" failure={failure} onRetry={retry} />
}

const readEventInUrl = () => new URLSearchParams(location.search).get("event") ?? ""

export function MyEventsScreen() {
  const session = useStore($session)
  const [event] = useState(readEventInUrl)
  const isLoginDue = needsLogin(session)
  useEffect(() => {
    if (isLoginDue) location.replace(getLoginUrl())
  }, [isLoginDue])
  if (session.status === "signed-out" && !isLoginDue) {
    const { failure } = createFailure("unreachable")
    const retry = () => void readSession()
    return <LoadFailed title="signups:failed" heading="h2" failure={failure} onRetry={retry} />
  }
  if (session.status !== "signed-in") return <LoadingRows label="signups:loading" />
  if (!event) return <MyEvents />
  return <LazyManageSignups event={event} />
}

function MyEvents() {
  const t = pageTranslate()
  const { data } = useStore($myEvents)
  const rows = [...(data?.events ?? []), ...(data?.hidden_signups ?? [])].toSorted((a, b) =>
    a.start_date.localeCompare(b.start_date),
  )
  const suggestions = data?.suggestions ?? []
  const [first] = rows
  const next = first && "id" in first && !first.is_cancelled ? first : null
  const otherRows = next ? rows.slice(1) : rows
  return (
    <>
      <header className="page-head">
        <h1>{t("signups:mine.title")}</h1>
      </header>
      <div className="grid gap-x-[clamp(40px,6vw,88px)] gap-y-12 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
        <div className="grid content-start gap-12">
          {!data && (
            <QueryState
              query={$myEvents}
              loading="signups:loading"
              failed="signups:failed"
              heading="h2"
            />
          )}
          {data && rows.length === 0 && suggestions.length === 0 && (
            <div className="state">
              <h2 className="text-lg">{t("signups:mine.empty")}</h2>
              <p className="soft">{t("signups:mine.emptyText")}</p>
              <a className="btn btn-small" href={localePath("/calendar", pageLocale())}>
                {t("signups:mine.toCalendar")}
              </a>
            </div>
          )}
          {rows.length > 0 && (
            <div>
              {next && <MyEventPoster event={next} Heading="h2" />}
              {otherRows.length > 0 && (
                <ol className="border-b border-line">
                  {otherRows.map((row) =>
                    "event_id" in row ? (
                      <li key={row.event_id} className="border-t border-line">
                        <HiddenSignup signup={row} onCanceled={$myEvents.revalidate} />
                      </li>
                    ) : (
                      <MyEventRow key={row.id} event={row} Heading="h2" />
                    ),
                  )}
                </ol>
              )}
            </div>
          )}
          {data && data.team_events.length > 0 && (
            <section aria-labelledby="of-teams">
              <h2 id="of-teams" className="mb-3.5 text-xl">
                {t("signups:mine.teams")}
              </h2>
              <ol className="border-b border-line">
                {data.team_events.map((event) => (
                  <MyEventRow key={event.id} event={event} Heading="h3" />
                ))}
              </ol>
              <a
                className="more mt-3.5 inline-block"
                href={localePath(`/calendar?team=${VIEWER_FILTER}`, pageLocale())}
              >
                {t("signups:mine.allOfTeams")}
              </a>
            </section>
          )}
          {suggestions.length > 0 && (
            <section aria-labelledby="suggestions">
              {/* Without own events, the heading of the page is directly above. */}
              <h2
                id="suggestions"
                className={`mb-3.5 ${rows.length === 0 ? "font-sans text-base tracking-normal" : "text-xl"}`}
              >
                {t(rows.length === 0 ? "signups:mine.choose" : "home:events.title")}
              </h2>
              <SuggestedEvents
                events={suggestions}
                isFirstChoice={rows.length === 0}
                hasMainButton
              />
            </section>
          )}
        </div>
        {data && <PersonalFeed hasFeed={data.has_feed} />}
      </div>
    </>
  )
}

/**
 * The member's personal calendar feed. Its URL is shown only once, because the server stores only a hash of the URL.
 */
function PersonalFeed({ hasFeed }: { hasFeed: boolean }) {
  const t = pageTranslate()
  const [url, setUrl] = useState("")

  async function createUrl() {
    const result = await call(`/api/calendar-feed?language=${pageLocale()}`, {
      method: "POST",
      payload: {},
      read: feedResponse,
    })
    if (result.ok) setUrl(result.body.url)
    else showFailure(result.failure, "signups:feed.failed")
  }

  const feedExists = hasFeed || url !== ""
  return (
    <section className="card grid gap-3.5 self-start print:hidden" aria-labelledby="feed-title">
      <h2 id="feed-title" className="text-xl">
        {t("signups:feed.title")}
      </h2>
      {url && (
        <>
          <p className="text-md text-soft">{t("signups:feed.text")}</p>
          <input
            className="input font-mono text-sm"
            readOnly
            value={url}
            aria-label={t("signups:feed.title")}
          />
          <p className="hint">{t("signups:feed.once")}</p>
          <div className="flex flex-wrap gap-2.5">
            <Button className="btn-small" data-copy-text={url}>
              {t("signups:feed.copy")}
            </Button>
            <a className="btn btn-ghost btn-small" href={url.replace(/^https?:/, "webcal:")}>
              {t("signups:feed.open")}
            </a>
          </div>
        </>
      )}
      {!url && (
        <>
          <Button className="btn-ghost btn-small w-fit" onClick={createUrl}>
            {t(feedExists ? "signups:feed.renew" : "signups:feed.make")}
          </Button>
          {feedExists && <p className="hint">{t("signups:feed.renewHint")}</p>}
        </>
      )}
    </section>
  )
}
