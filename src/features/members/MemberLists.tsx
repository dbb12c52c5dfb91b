import { getCountryColor } from "../../countries.ts"
import { formatDate } from "../../i18n/dates.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { getLangAttribute, localize } from "../../i18n/translation.ts"
import { CoverLink } from "../../ui/CoverLink.tsx"
import { LikedCovers } from "../me/LikedCovers.tsx"
import type { ItemType } from "../music/schema.ts"
import { EventDay } from "../teams/EventDay.tsx"
import { LockIcon, type MemberProps } from "./LockIcon.tsx"

export function LikedList({ locale, profile, type }: MemberProps & { type: ItemType }) {
  const t = tFor(locale)
  const id = `member-${type}s`
  const liked = profile.music_likes?.filter(({ item_type }) => item_type === type) ?? []
  if (liked.length === 0) return null
  return (
    <section id={`${type}s`} className="scroll-mt-24" aria-labelledby={id}>
      <div className="section-head mb-3.5">
        <h2 id={id} className="flex items-center gap-2.5 text-[clamp(20px,2vw,26px)]">
          {t(`members:${type}s`)} <LockIcon locale={locale} profile={profile} field="music_likes" />
        </h2>
        <span className="flex-none text-soft">
          {t(`members:${type}Count`, { count: liked.length })}
        </span>
      </div>
      <LikedCovers locale={locale} liked={liked} labelledBy={id} />
    </section>
  )
}

const ROW_CLASS = "relative flex items-center gap-3 border-t border-line py-3.5 last:border-b"

export function MemberTeams({ locale, profile }: MemberProps) {
  const t = tFor(locale)
  if (profile.teams.length === 0) return null
  return (
    <section id="teams" className="scroll-mt-24" aria-labelledby="member-teams">
      <h2 id="member-teams" className="mb-3.5 text-[clamp(20px,2vw,26px)]">
        {t("members:teams")}
      </h2>
      <ul>
        {profile.teams.map(({ name, slug, country, role }) => (
          <li key={slug} className={ROW_CLASS}>
            <span className={`dot place-${country ?? "all"}`} />
            <CoverLink
              className="min-w-0 font-semibold wrap-anywhere"
              href={localePath(`/teams/${slug}`, locale)}
            >
              {name}
            </CoverLink>
            <span className="badge ml-auto">{t(`teams:roles.${role}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function MemberEvents({ locale, profile }: MemberProps) {
  const t = tFor(locale)
  if (profile.events.length === 0) return null
  return (
    <section id="events" className="scroll-mt-24" aria-labelledby="member-events">
      <h2 id="member-events" className="mb-3.5 text-[clamp(20px,2vw,26px)]">
        {t("members:events")}
      </h2>
      <ul>
        {profile.events.map((event) => {
          const { title, language } = localize(event, locale)
          const { id, slug, country, start_date, time_zone, location, team_name } = event
          const weekday = formatDate(start_date, "weekday", locale, time_zone)
          return (
            <li key={id} className={`${ROW_CLASS} place-${getCountryColor(country)}`}>
              <EventDay locale={locale} event={event} />
              <div className="min-w-0 wrap-anywhere">
                <CoverLink
                  className="font-semibold"
                  href={localePath(`/events/${slug}`, locale)}
                  lang={getLangAttribute(locale, language)}
                >
                  {title}
                </CoverLink>
                <p className="text-sm text-soft">
                  {[weekday, team_name, location].filter(Boolean).join(" · ")}
                </p>
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
