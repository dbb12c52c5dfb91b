/** The page /my-events. With `?event=` and an event's id, shows this event for its organizers and team members. */

import { useStore } from "@nanostores/react"
import { useRef, useState } from "react"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { localePath } from "../../../i18n/paths.ts"
import { MemberOnly } from "../../../islands/MemberOnly.tsx"
import { QueryState } from "../../../islands/QueryState.tsx"
import { call } from "../../../shared/call.ts"
import { focusIfLost } from "../../../ui/dialog/focus-if-lost.ts"
import { LoadFailed, LoadingRows } from "../../../ui/LoadState.tsx"
import { showFailure } from "../../../ui/toast/show-outcome.ts"
import { useImport } from "../../../ui/use-import.ts"
import "../../account/proof/start.ts"
import { Button } from "../../../ui/Button.tsx"
import { IslandIcon } from "../../../ui/island-icons.tsx"
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
  return <LoadFailed title="signups:failed" heading="h2" onRetry={retry} />
}

const readEventInUrl = () => new URLSearchParams(location.search).get("event") ?? ""

export function MyEventsScreen() {
  const [event] = useState(readEventInUrl)
  return (
    <MemberOnly loading="signups:loading" failed="signups:failed">
      {event ? <LazyManageSignups event={event} /> : <MyEvents />}
    </MemberOnly>
  )
}

function MyEvents() {
  const t = pageTranslate()
  const { data } = useStore($myEvents)
  const [feedUrl, setFeedUrl] = useState("")
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
      <div className="grid gap-12">
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
              <ol>
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
            {/* If the member has no events, this heading is smaller, because it directly follows the page's heading. */}
            <h2
              id="suggestions"
              className={`mb-3.5 ${rows.length === 0 ? "font-sans text-base tracking-normal" : "text-xl"}`}
            >
              {t(rows.length === 0 ? "signups:mine.choose" : "signups:mine.more")}
            </h2>
            <SuggestedEvents events={suggestions} isFirstChoice={rows.length === 0} hasMainButton />
          </section>
        )}
        {data && <PersonalFeed hasFeed={data.has_feed} url={feedUrl} onCreate={setFeedUrl} />}
      </div>
    </>
  )
}

interface FeedProps {
  hasFeed: boolean
  /** An empty string until the member creates a URL on this page. */
  url: string
  onCreate: (url: string) => void
}

/**
 * The member's personal calendar feed. Its URL is shown only once, because the server stores only a hash of the URL.
 */
function PersonalFeed({ hasFeed, url, onCreate }: FeedProps) {
  const t = pageTranslate()
  const [isOpen, setIsOpen] = useState(false)
  const [isCreating, setIsCreating] = useState(false)
  const address = useRef<HTMLInputElement>(null)

  async function createUrl() {
    // Ignores a second press, because its URL would replace the first one.
    if (isCreating) return
    setIsCreating(true)
    const result = await call(`/api/calendar-feed?language=${pageLocale()}`, {
      method: "POST",
      payload: {},
      read: feedResponse,
    })
    setIsCreating(false)
    if (result.ok) {
      onCreate(result.body.url)
      setIsOpen(true)
      // The pressed button "Create a new address" has disappeared.
      focusIfLost(() => address.current)
    } else showFailure(result.failure, "signups:feed.failed")
  }

  // A new URL replaces the current one, so a member with a feed first opens the section and then creates the URL there.
  const toggle = () => (hasFeed || url ? setIsOpen(!isOpen) : createUrl())
  return (
    <section className="border-y border-line print:hidden" aria-labelledby="feed-title">
      <h2 className="font-sans text-base tracking-normal">
        <button
          id="feed-title"
          className="flex min-h-13 w-full items-center gap-3.5 text-start font-semibold hover:underline"
          type="button"
          aria-expanded={isOpen}
          aria-busy={isCreating || undefined}
          onClick={toggle}
        >
          <span className="flex-1">{t("signups:feed.title")}</span>
          <span className="text-soft">
            <IslandIcon name="arrow" size={18} />
          </span>
        </button>
      </h2>
      {isOpen && (
        <div className="grid gap-3.5 pb-4">
          {url ? (
            <>
              <p className="text-md text-soft">{t("signups:feed.text")}</p>
              <input
                ref={address}
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
          ) : (
            <>
              <Button className="btn-ghost btn-small w-fit" onClick={createUrl}>
                {t("signups:feed.renew")}
              </Button>
              <p className="hint">{t("signups:feed.renewHint")}</p>
            </>
          )}
        </div>
      )}
    </section>
  )
}
