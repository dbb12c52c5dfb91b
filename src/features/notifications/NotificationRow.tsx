import type { ReactNode } from "react"
import { artSleeve } from "../../art/pictures.ts"
import { formatAge, formatDate } from "../../i18n/dates.ts"
import type { MessageKey } from "../../i18n/keys.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { currentTime } from "../../shared/clock.ts"
import { CoverLink } from "../../ui/CoverLink.tsx"
import { Icon, type IconName } from "../../ui/icons.tsx"
import { MusicPicture } from "../music/MusicPicture.tsx"
import { RELEASE_TYPES } from "../releases/schema.ts"
import { getNotificationPath } from "./links.ts"
import { isReleaseOut } from "./release-state.ts"
import type { Notification, NotificationKind, NotificationSubject } from "./schema.ts"
import { setRead } from "./store.ts"

const ICONS: Record<NotificationKind, IconName> = {
  team_post: "post",
  new_event: "calendar",
  join_request: "people",
  join_approved: "people",
  join_declined: "people",
  team_admin: "people",
  team_owner: "people",
  team_heir: "people",
  team_removed: "people",
  team_deleted: "people",
  event_place: "check",
  event_offer: "star",
  event_offer_over: "calendar",
  event_group_too_large: "people",
  event_removed: "calendar",
  event_helper: "check",
  event_access_lost: "calendar",
  event_changed: "edit",
  event_cancelled: "close",
  event_reminder: "bell",
  event_message: "mail",
  idea_answered: "idea",
  comment: "post",
  mention: "people",
  release_added: "music",
  release_moved: "calendar",
  release_out: "music",
  chart_changed: "music",
  report_received: "flag",
  report_hidden: "flag",
  report_dismissed: "flag",
  content_hidden: "eye",
  newcomer_approved: "check",
  news_ready: "news",
  newsroom_access: "news",
}

const RELEASE_KINDS: NotificationKind[] = ["release_added", "release_moved", "release_out"]

/** Sentences of notifications about several items, such as three new posts. */
const GROUP_TEXTS: Partial<Record<NotificationKind, MessageKey>> = {
  team_post: "notifications:many.team_post",
  new_event: "notifications:many.new_event",
  join_request: "notifications:many.join_request",
  comment: "notifications:many.comment",
  mention: "notifications:many.mention",
}

function getSentence(kind: NotificationKind, { count = 1, member }: NotificationSubject): string {
  if (kind === "mention" && count === 1 && member) {
    return pageTranslate()("notifications:named.mention", { member })
  }
  const groupText = count > 1 && GROUP_TEXTS[kind]
  return pageTranslate()(groupText || `notifications:kinds.${kind}`, { count })
}

/**
 * Returns the date of an event or release: without the day if only the month is known, without the time for whole days.
 */
function formatSubjectDate(subject: NotificationSubject) {
  const { start_date, time_zone, is_all_day, is_whole_month, count = 1 } = subject
  if (!start_date || count > 1) return null
  const formatStart = (format: "monthYear" | "shortDay" | "shortDateTime") =>
    formatDate(start_date, format, pageLocale(), time_zone)
  if (is_whole_month) return formatStart("monthYear")
  return formatStart(is_all_day ? "shortDay" : "shortDateTime")
}

/** Returns the row's heading: the team if the notification is about several items, otherwise the item or member. */
function getHeading(kind: NotificationKind, subject: NotificationSubject) {
  const { title, member, team, count = 1, is_gone } = subject
  if (count > 1 && team) return team
  const isEventWithoutTitle = is_gone || kind === "event_access_lost"
  return (
    title ?? member ?? (isEventWithoutTitle ? pageTranslate()("notifications:goneEvent") : team)
  )
}

/** Renders texts with dots between them. Each text starts with a dot, which is cut off at the start of a line. */
const Facts = ({ children }: { children: ReactNode }) => (
  <span className="mt-0.5 block overflow-hidden text-sm leading-snug text-soft sm:text-md">
    <span className="-ml-4 flex flex-wrap *:relative *:pl-4 *:before:absolute *:before:left-0 *:before:w-4 *:before:text-center *:before:content-['·']">
      {children}
    </span>
  </span>
)

interface Props {
  row: Notification
  kind: NotificationKind
  /** Format of the time of the notification. "age" is for example "2 hr". */
  timeFormat: "age" | "time" | "dayMonth"
}

export function NotificationRow({ row, kind, timeFormat }: Props) {
  const t = pageTranslate()
  const locale = pageLocale()
  const { id, happened_at, is_unread: isUnread, subject, reasons } = row
  const path = getNotificationPath(kind, subject)
  const sentence = getSentence(kind, subject)
  const quote = subject.message ?? subject.reply
  const heading = getHeading(kind, subject)
  const { title, member, team, count = 1 } = subject
  // For several mentions, `member` contains the names of all authors.
  const authors = kind === "mention" && count > 1 && member
  // The row names a followed team or artist, but not a followed country. So a text says that the country is followed.
  const isFromCountry = reasons.length > 0 && reasons.every((reason) => reason === "country")
  const date = formatSubjectDate(subject)
  const isRelease = kind === "release_added" || kind === "release_out"
  const releaseDate = date && t("notifications:release.outOn", { date })
  const releaseState = isReleaseOut(subject) ? t("notifications:release.out") : releaseDate
  const releaseType = RELEASE_TYPES.find((type) => type === subject.release_type)
  const facts = [
    isRelease && releaseState ? releaseState : heading && sentence,
    authors,
    heading !== title && title,
    !isRelease && date,
    releaseType && t(`artists:releases.types.${releaseType}`),
    heading !== team && team,
    isFromCountry && t("notifications:followedCountry"),
  ].filter((fact) => typeof fact === "string")
  const content = (
    <>
      <b className={isUnread ? "font-semibold" : "font-medium"}>{heading ?? sentence}</b>
      {facts.length > 0 && (
        <Facts>
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </Facts>
      )}
    </>
  )
  const buttonText = t(isUnread ? "notifications:markRead" : "notifications:markUnread")
  const markAsRead = () => {
    if (isUnread) void setRead(id, true)
  }
  return (
    <li
      className={`group relative grid grid-cols-[56px_minmax(0,1fr)_auto] gap-x-3.5 border-t border-line px-5 py-3 sm:first:border-t-0 ${isUnread ? "bg-raise" : "text-soft"}`}
    >
      <span>
        {RELEASE_KINDS.includes(kind) && subject.id ? (
          <MusicPicture className="size-14 rounded-small" src={artSleeve(subject.id)} size={56} />
        ) : (
          <span className="grid size-14 place-items-center rounded-full border border-line">
            <Icon name={ICONS[kind]} size={24} />
          </span>
        )}
      </span>
      <div className="grid content-start gap-0.5 pt-1">
        <h3 className="font-sans text-base leading-snug font-normal tracking-normal wrap-anywhere [&_b]:block">
          {isUnread && <span className="sr-only">{t("notifications:unread")}: </span>}
          {path ? (
            <CoverLink href={localePath(path, locale)} onClick={markAsRead} onAuxClick={markAsRead}>
              {content}
            </CoverLink>
          ) : (
            content
          )}
        </h3>
        {subject.until && (
          <p className="font-semibold">
            {t("notifications:until", {
              time: formatDate(subject.until, "dateTime", locale, subject.time_zone),
            })}
          </p>
        )}
        {quote && (
          <p className="border-l-2 border-line pl-3 whitespace-pre-line wrap-anywhere" lang="">
            {quote}
          </p>
        )}
      </div>
      <div className="grid content-start justify-items-end pt-1">
        <time
          className="text-sm leading-[1.6] whitespace-nowrap text-soft"
          dateTime={happened_at}
          title={formatDate(happened_at, "dateTime", locale)}
        >
          {timeFormat === "age"
            ? formatAge(happened_at, currentTime(), locale)
            : formatDate(happened_at, timeFormat, locale)}
        </time>
        <button
          className={`icon-btn ${isUnread ? "absolute -top-1.5 left-0" : "relative -mt-1 -mr-[17px] -mb-3 opacity-0 group-hover:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100"}`}
          type="button"
          title={buttonText}
          aria-label={`${buttonText}: ${[sentence, heading].filter(Boolean).join(", ")}`}
          onClick={() => void setRead(id, isUnread)}
        >
          {isUnread ? (
            <span className="size-3.5 rounded-full border-2 border-raise bg-glow" />
          ) : (
            <Icon name="undo" size={18} />
          )}
        </button>
      </div>
    </li>
  )
}
