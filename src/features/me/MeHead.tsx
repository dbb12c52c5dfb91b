/** The header of a member's own page: picture, name, and the numbers of events, teams, follows and likes. */
import { useStore } from "@nanostores/react"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { $session } from "../../session/session.ts"
import { Avatar } from "../../ui/pictures/Avatar.tsx"
import { Counters } from "./Counters.tsx"
import { $events, $follows, $ownPage, $profile, $teams } from "./queries.ts"

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
  // Null: the member has no profile yet, and so no public page with likes.
  const areLoaded = events && teams && follows && (page || profile === null)
  const counts = [
    { list: "events", count: (events?.events.length ?? 0) + (events?.team_events.length ?? 0) },
    { list: "teams", count: teams?.teams.length ?? 0 },
    { list: "following", count: follows?.follows.length ?? 0 },
    { list: "likes", count: page?.music_likes?.length ?? 0 },
  ] as const
  const counters = counts
    .filter(({ count }) => count > 0)
    .map(({ list, count }) => ({
      count,
      label: t(`profile:own.counters.${list}`, { count }),
      href: `#${list}`,
    }))
  return (
    <header className="page-head max-md:mb-7">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-5 gap-y-2 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
        <Avatar
          className="[--avatar-size:80px] sm:row-span-2 sm:[--avatar-size:128px]"
          name={profile?.display_name ?? email}
          url={profile?.avatar_url ?? null}
        />
        <div className="sm:self-end">
          <h1 className="line-clamp-2 text-[clamp(24px,4vw,44px)] wrap-anywhere">
            {profile?.display_name ?? t("common:nav.me")}
          </h1>
          <p className="mt-1 min-h-6 truncate text-md text-soft">
            {profile !== undefined && email}
          </p>
        </div>
        {(!areLoaded || counters.length > 0) && (
          <div className="min-h-11 max-sm:col-span-2 sm:col-start-2 sm:min-h-13">
            {areLoaded && <Counters counters={counters} />}
          </div>
        )}
        <p className="flex min-h-11 flex-wrap gap-2.5 max-sm:col-span-2 sm:col-start-3 sm:row-span-2 sm:row-start-1">
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
        </p>
      </div>
    </header>
  )
}
