import { useStore } from "@nanostores/react"
import { type ReactNode, useState } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { isYesterday } from "../../i18n/relative-time.ts"
import { MemberOnly } from "../../islands/MemberOnly.tsx"
import { QueryState } from "../../islands/QueryState.tsx"
import { $session } from "../../session/session.ts"
import { currentTime } from "../../shared/clock.ts"
import { Button } from "../../ui/Button.tsx"
import { Icon } from "../../ui/icons.tsx"
import { type SuggestedArtist, SuggestedArtists } from "../follows/SuggestedArtists.tsx"
import { NotificationRow } from "./NotificationRow.tsx"
import { Preferences } from "./Preferences.tsx"
import { isNotificationKind, MAX_UNREAD_COUNT, type Notification } from "./schema.ts"
import {
  $firstPage,
  $notifications,
  $visibleNotifications,
  loadMore,
  markAllRead,
} from "./store.ts"

interface Props {
  /** The most popular artists first. */
  artists: SuggestedArtist[]
}

export const NotificationsScreen = ({ artists }: Props) => (
  <MemberOnly loading="notifications:loading" failed="notifications:failed">
    <Notifications artists={artists} />
  </MemberOnly>
)

function Notifications({ artists }: Props) {
  const t = pageTranslate()
  const page = useStore($notifications)
  const rows = useStore($visibleNotifications)
  const { error } = useStore($firstPage)
  const [isLoading, setIsLoading] = useState(false)
  const hasUnread = rows?.some(({ is_unread }) => is_unread) ?? false
  const groups = DAY_GROUPS.filter((group) => rows?.some((row) => getDayGroup(row) === group))
  async function loadNextPage() {
    setIsLoading(true)
    await loadMore()
    setIsLoading(false)
  }
  return (
    <>
      <Preferences />
      <UnreadCount rows={rows} />
      {!rows && (
        <QueryState
          query={$firstPage}
          loading="notifications:loading"
          failed="notifications:failed"
          heading="h2"
        />
      )}
      {rows && rows.length > 0 && (
        <section aria-label={t("notifications:list")}>
          {groups.map((group, i) => (
            <DayGroup
              key={group}
              group={group}
              rows={rows.filter((row) => getDayGroup(row) === group)}
            >
              {hasUnread && i === 0 && (
                <button className="more text-sm" type="button" onClick={() => void markAllRead()}>
                  {t("notifications:markAll")}
                </button>
              )}
            </DayGroup>
          ))}
        </section>
      )}
      {rows?.length === 0 && <NoNotifications />}
      {rows && rows.length <= FEW_ROWS && <SuggestedArtists artists={artists} />}
      {page?.next && (
        <Button className="btn-ghost btn-small mt-5" isBusy={isLoading} onClick={loadNextPage}>
          {t("notifications:more")}
        </Button>
      )}
      {/* The loaded list stays visible when a reload fails. */}
      {rows && error && (
        <Button className="btn-ghost btn-small mt-5" onClick={$firstPage.invalidate}>
          {t("common:tryAgain")}
        </Button>
      )}
    </>
  )
}

/** Renders the state of the list. Screen readers get the number that the bell in the header shows. */
function UnreadCount({ rows }: { rows: Notification[] | undefined }) {
  const t = pageTranslate()
  const session = useStore($session)
  const count = (session.status === "signed-in" && session.unread) || 0
  if (!rows) return null
  if (rows.length === 0) return <p className="mb-6 text-soft">{t("notifications:lead")}</p>
  if (count === 0) {
    return (
      <p className="text-soft" role="status">
        {t("notifications:caughtUp")}
      </p>
    )
  }
  return (
    <p className="sr-only" role="status">
      {count === MAX_UNREAD_COUNT
        ? t("notifications:unreadMany", { number: `${MAX_UNREAD_COUNT - 1}+` })
        : t("notifications:unreadCount", { count })}
    </p>
  )
}

const DAY_GROUPS = ["today", "yesterday", "earlier"] as const

type DayGroupName = (typeof DAY_GROUPS)[number]

const TIME_FORMATS = { today: "age", yesterday: "time", earlier: "dayMonth" } as const

function getDayGroup({ happened_at }: Notification): DayGroupName {
  const now = currentTime()
  if (isYesterday(happened_at, now)) return "yesterday"
  const startOfDay = new Date(now).setHours(0, 0, 0, 0)
  return Date.parse(happened_at) < startOfDay ? "earlier" : "today"
}

interface DayGroupProps {
  group: DayGroupName
  rows: Notification[]
  /** Button next to the heading. */
  children: ReactNode
}

function DayGroup({ group, rows, children }: DayGroupProps) {
  const t = pageTranslate()
  return (
    <section className="mt-8 first-of-type:mt-4" aria-labelledby={group}>
      <div className="mb-2.5 flex flex-wrap items-baseline justify-between gap-x-5">
        <h2 id={group} className="text-lg">
          {t(`notifications:days.${group}`)}
        </h2>
        {children}
      </div>
      <ul className="-mx-5 border-b border-line sm:mx-0 sm:overflow-hidden sm:rounded-card sm:border">
        {rows.map(
          (row) =>
            isNotificationKind(row.kind) && (
              <NotificationRow
                key={row.id}
                row={row}
                kind={row.kind}
                timeFormat={TIME_FORMATS[group]}
              />
            ),
        )}
      </ul>
    </section>
  )
}

/** If the list has at most this number of notifications, the page suggests artists to follow. */
const FEW_ROWS = 5

const EXAMPLES = [
  ["post", "notifications:empty.posts"],
  ["music", "notifications:empty.releases"],
  ["calendar", "notifications:empty.events"],
  ["people", "notifications:empty.comments"],
] as const

function NoNotifications() {
  const t = pageTranslate()
  return (
    <section className="grid gap-5 border-t border-line py-7" aria-labelledby="no-notifications">
      <h2 id="no-notifications" className="text-xl">
        {t("notifications:empty.title")}
      </h2>
      <ul className="grid gap-3">
        {EXAMPLES.map(([icon, text]) => (
          <li key={text} className="flex items-center gap-3.5">
            <span className="grid size-10 flex-none place-items-center rounded-full bg-raise text-soft">
              <Icon name={icon} size={20} />
            </span>
            {t(text)}
          </li>
        ))}
      </ul>
    </section>
  )
}
