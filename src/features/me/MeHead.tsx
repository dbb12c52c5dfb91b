/** The header of a member's own page: picture, name, and the numbers of events, teams, follows and likes. */
import { useStore } from "@nanostores/react"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { $session } from "../../session/session.ts"
import { Avatar } from "../../ui/pictures/Avatar.tsx"
import { type Counter, Counters } from "./Counters.tsx"
import { $events, $follows, $ownPage, $profile, $teams } from "./queries.ts"

/** If there are more counters, phones show them below the picture. */
const MAX_COUNTERS_BESIDE_PICTURE = 3

export function MeHead() {
  const t = pageTranslate()
  const locale = pageLocale()
  const session = useStore($session)
  const { data: profile } = useStore($profile)
  const { data: events } = useStore($events)
  const { data: teams } = useStore($teams)
  const { data: follows } = useStore($follows)
  const { data: page } = useStore($ownPage)
  const email = session.status === "signed-in" ? session.user.email : ""
  // `profile` is null for a member who has no profile yet, and so no public page with likes.
  const areLoaded = events && teams && follows && (page || profile === null)
  const eventCount = (events?.events.length ?? 0) + (events?.team_events.length ?? 0)
  const lists: Counter[] = [
    { list: "events", href: "#events", count: eventCount },
    { list: "teams", href: "#teams", count: teams?.teams.length ?? 0 },
    { list: "following", href: "#following", count: follows?.follows.length ?? 0 },
    { list: "likes", href: "#likes", count: page?.music_likes?.length ?? 0 },
  ]
  const counters = lists.filter(({ count }) => count > 0)
  const hasCounters = !areLoaded || counters.length > 0
  const isBelow = counters.length > MAX_COUNTERS_BESIDE_PICTURE
  return (
    <header className="page-head mb-8">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-5 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
        <Avatar
          className={`${isBelow ? "sm:row-span-2" : "row-span-2"} [--avatar-size:88px] sm:[--avatar-size:128px]`}
          name={profile?.display_name ?? email}
          url={profile?.avatar_url ?? null}
        />
        <div className={hasCounters ? "sm:self-end" : "row-span-2"}>
          <h1 className="line-clamp-2 text-[clamp(24px,4vw,44px)] wrap-anywhere">
            {profile?.display_name ?? t("common:nav.me")}
          </h1>
          <p className="mt-1 min-h-6 truncate text-md">{profile !== undefined && email}</p>
        </div>
        {hasCounters && (
          <div
            className={`mt-1.5 min-h-11 self-start sm:col-start-2 ${isBelow ? "max-sm:col-span-2 max-sm:mt-3" : "col-start-2"}`}
          >
            {areLoaded && <Counters locale={locale} counters={counters} />}
          </div>
        )}
        <div className="flex min-h-11 flex-wrap gap-2.5 max-sm:col-span-2 max-sm:mt-3 sm:col-start-3 sm:row-span-2 sm:row-start-1">
          {profile !== null && (
            <a
              className="btn btn-ghost btn-small whitespace-nowrap max-sm:flex-1"
              href={localePath(profile ? `/members/${profile.user_id}` : "/profile", locale)}
            >
              {t("profile:own.public")}
            </a>
          )}
          <a
            className="btn btn-ghost btn-small whitespace-nowrap max-sm:flex-1"
            href={localePath("/profile", locale)}
          >
            {t("profile:own.edit")}
          </a>
        </div>
      </div>
    </header>
  )
}
