/**
 * Lists tasks of the member: accept an offered place at an event, decide requests to join a team, read notifications,
 * finish the profile.
 */
import { useStore } from "@nanostores/react"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { $session } from "../../session/session.ts"
import { CoverLink } from "../../ui/CoverLink.tsx"
import { Icon, type IconName } from "../../ui/icons.tsx"
import { eventPath, localizeEvent } from "../events/event.ts"
import { teamPath } from "../teams/team.ts"
import { $events, $follows, $ownPage, $profile, $teams } from "./queries.ts"

interface Task {
  path: string
  icon: IconName
  title: string
  text: string
}

export function TaskList() {
  const t = pageTranslate()
  const locale = pageLocale()
  const session = useStore($session)
  const profileQuery = useStore($profile)
  const eventsQuery = useStore($events)
  const teamsQuery = useStore($teams)
  const queries = [profileQuery, eventsQuery, teamsQuery, useStore($follows), useStore($ownPage)]
  const isLoading = queries.some(({ data, loading }) => loading && data === undefined)
  const { data: profile } = profileQuery
  const { data: events } = eventsQuery
  const { data: teams } = teamsQuery
  const unread = session.status === "signed-in" ? (session.unread ?? 0) : 0
  const tasks: Task[] = []
  for (const event of events?.events ?? []) {
    if (event.status !== "offered" || event.is_cancelled) continue
    tasks.push({
      path: eventPath(event.slug),
      icon: "star",
      title: localizeEvent(event, locale).title,
      text: t("signups:mine.is.offered"),
    })
  }
  for (const { slug, name, pending_requests: count } of teams?.teams ?? []) {
    if (count === 0) continue
    tasks.push({
      path: `${teamPath(slug)}/manage#requests`,
      icon: "people",
      title: name,
      text: t("teams:mine.pending", { count }),
    })
  }
  if (unread > 0) {
    tasks.push({
      path: "/notifications",
      icon: "bell",
      title: t("notifications:title"),
      text: t("profile:own.unread", { number: unread }),
    })
  }
  if (profile === null || profile?.avatar_url === null) {
    tasks.push({
      path: "/profile",
      icon: "camera",
      title: t("profile:own.finish"),
      text: t("profile:own.finishText"),
    })
  }
  // While this skeleton exists, the page's CSS hides the other lists, because the skeleton takes their place.
  if (isLoading) return <span className="skeleton visible absolute inset-x-0 top-0 min-h-75" />
  if (tasks.length === 0) return null
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" className="mb-3.5 text-xl">
        {t("profile:own.waiting")}
      </h2>
      <ul className="border-b border-line">
        {tasks.map(({ path, icon, title, text }) => (
          <li
            key={path}
            className="relative flex min-h-14 items-center gap-3.5 border-t border-line py-1.5"
          >
            <span className="grid size-10 flex-none place-items-center rounded-full bg-glow text-on-glow">
              <Icon name={icon} size={20} />
            </span>
            <span className="grid min-w-0 flex-1 leading-snug wrap-anywhere">
              <CoverLink className="font-semibold" href={localePath(path, locale)}>
                {title}
              </CoverLink>
              <span className="text-sm text-soft">{text}</span>
            </span>
            <span className="text-soft">
              <Icon name="arrow" size={18} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
