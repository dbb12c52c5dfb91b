import { useStore } from "@nanostores/react"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { QueryState } from "../../islands/QueryState.tsx"
import { createQuery } from "../../islands/query.ts"
import { CoverLink } from "../../ui/CoverLink.tsx"
import { EmptyList } from "../../ui/EmptyList.tsx"
import { getThumbnail } from "./pictures.ts"
import { ownTeams } from "./schema.ts"
import { teamPath } from "./team.ts"

const $ownTeams = createQuery(["/api/teams/mine"], ownTeams, { requiresLogin: true })

export function OwnTeamList() {
  const t = pageTranslate()
  const locale = pageLocale()
  const { data } = useStore($ownTeams)
  return (
    <section id="teams" className="scroll-mt-24" aria-labelledby="own-teams">
      <h2 id="own-teams" className="mb-3.5 text-xl">
        {t("teams:mine.title")}
      </h2>
      {!data && (
        <QueryState query={$ownTeams} loading="teams:mine.loading" failed="teams:mine.failed" />
      )}
      {data && data.teams.length === 0 && data.requests.length === 0 && (
        <EmptyList text={t("teams:mine.empty")} path="/teams" action={t("home:hero.teams")} />
      )}
      {data && data.teams.length + data.requests.length > 0 && (
        <ul className="border-b border-line">
          {data.teams.map((team) => {
            const path = localePath(teamPath(team.slug), locale)
            const pendingCount = team.pending_requests
            return (
              <li
                key={team.id}
                className="relative flex items-center gap-4 border-t border-line py-3 wrap-anywhere"
              >
                <img
                  className="size-14 flex-none rounded-small bg-night object-cover"
                  src={getThumbnail(team)}
                  width="56"
                  height="56"
                  alt=""
                />
                <div className="min-w-0">
                  <h3 className="text-base">
                    <CoverLink href={pendingCount > 0 ? `${path}/manage#requests` : path}>
                      {team.name}
                    </CoverLink>
                  </h3>
                  <p className="meta">
                    <span>{t(`teams:roles.${team.role}`)}</span>
                    {pendingCount > 0 && (
                      <b className="font-semibold text-text">
                        {t("teams:mine.pending", { count: pendingCount })}
                      </b>
                    )}
                  </p>
                </div>
              </li>
            )
          })}
          {data.requests.map(({ id, team_name, team_slug, status }) => (
            <li key={id} className="relative border-t border-line py-3 wrap-anywhere">
              <h3 className="text-base">
                <CoverLink href={localePath(teamPath(team_slug), locale)}>{team_name}</CoverLink>
              </h3>
              <p className="meta">{t(`teams:mine.requests.${status}`)}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
