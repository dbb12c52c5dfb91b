import { useStore } from "@nanostores/react"
import type { ReactNode } from "react"
import type { Locale } from "../../../i18n/locales.ts"
import { getLoginLink, localePath } from "../../../i18n/paths.ts"
import { tFor } from "../../../i18n/t-for.ts"
import { Button } from "../../../ui/Button.tsx"
import { CoverLink } from "../../../ui/CoverLink.tsx"
import { openDialog } from "../../../ui/dialog/open-dialog.ts"
import { IslandIcon } from "../../../ui/island-icons.tsx"
import { getThumbnail } from "../pictures.ts"
import { teamPath } from "../team.ts"
import { $ownTeams } from "./own-teams.ts"

interface Props {
  locale: Locale
}

const openCreateDialog = () =>
  void openDialog(async () => (await import("./CreateDialog.tsx")).CreateDialog, {})

export function CreateTeam({ locale }: Props) {
  const t = tFor(locale)
  return (
    <p className="m-0 min-h-12.5">
      <Button className="hidden signed-in:inline-flex" onClick={openCreateDialog}>
        <IslandIcon name="plus" />
        {t("teams:create.button")}
      </Button>
      <a
        className="btn btn-ghost hidden signed-out:inline-flex"
        href={getLoginLink(localePath("/teams", locale), locale)}
      >
        {t("teams:create.signIn")}
      </a>
    </p>
  )
}

/** Lists the member's teams and join requests. CSS hides the section from anonymous visitors. */
export function MyTeams({ locale }: Props) {
  const { data } = useStore($ownTeams)
  if (data && data.teams.length + data.requests.length === 0) return null
  return (
    <section className="needs-script wrap mb-10 signed-out:hidden" aria-labelledby="my-teams">
      <div className="card px-6 py-5">
        <h2 id="my-teams" className="mb-3 text-lg">
          {tFor(locale)("teams:mine.title")}
        </h2>
        <TeamCards locale={locale} />
      </div>
    </section>
  )
}

/** Returns the URL of the team's square poster if the list of all teams on this page shows a poster of the team. */
const findPoster = (path: string): string | undefined =>
  document
    .querySelector(`[data-team]:has(a[href="${path}"]) img[src^="/drawn/"]`)
    ?.getAttribute("src")
    ?.replace("-640.webp", "-square.webp")

/** The fixed height prevents a layout shift when the teams are loaded. */
const ROW_CLASSES = "flex h-21 items-center gap-3"
const CARD_CLASSES =
  "relative flex h-18 w-[min(290px,100%)] flex-none items-center gap-3.5 rounded-small"

function TeamCards({ locale }: Props) {
  const t = tFor(locale)
  const { data, error } = useStore($ownTeams)
  if (!data && error) {
    return (
      <p className={`${ROW_CLASSES} text-soft`}>
        {t("teams:mine.failed")}
        <Button className="btn-ghost btn-small" onClick={$ownTeams.invalidate}>
          {t("common:tryAgain")}
        </Button>
      </p>
    )
  }
  if (!data) {
    return (
      <div className={`${ROW_CLASSES} overflow-hidden`} role="status">
        <span className="sr-only">{t("teams:mine.loading")}</span>
        <span className={`${CARD_CLASSES} skeleton`} />
        <span className={`${CARD_CLASSES} skeleton`} />
      </div>
    )
  }
  const { teams, requests } = data
  return (
    <ul className={`${ROW_CLASSES} overflow-x-auto [scrollbar-width:thin]`}>
      {teams.map((team) => {
        const path = localePath(teamPath(team.slug), locale)
        const hasRequests = team.pending_requests > 0
        return (
          <TeamCard
            key={team.id}
            picture={
              <img
                className={`${PICTURE_CLASSES} bg-night object-cover`}
                src={findPoster(path) ?? getThumbnail(team)}
                width="64"
                height="64"
                alt=""
                decoding="async"
              />
            }
            name={team.name}
            href={hasRequests ? `${path}/manage#requests` : path}
          >
            <span>{t(`teams:roles.${team.role}`)}</span>
            {!team.is_listed && !team.is_hidden && <span>{t("teams:mine.unlisted")}</span>}
            {hasRequests && (
              <b className="font-semibold text-text">
                {t("teams:mine.pending", { count: team.pending_requests })}
              </b>
            )}
          </TeamCard>
        )
      })}
      {requests.map(({ id, team_name, team_slug, status }) => (
        <TeamCard
          key={id}
          picture={
            <span
              className={`${PICTURE_CLASSES} grid place-items-center border border-dashed border-edge text-soft`}
            >
              <IslandIcon name="people" size={26} />
            </span>
          }
          name={team_name}
          href={localePath(teamPath(team_slug), locale)}
        >
          <span>{t(`teams:mine.requests.${status}`)}</span>
        </TeamCard>
      ))}
    </ul>
  )
}

const PICTURE_CLASSES = "size-16 flex-none rounded-small"

interface CardProps {
  picture: ReactNode
  name: string
  href: string
  children: ReactNode
}

const TeamCard = ({ picture, name, href, children }: CardProps) => (
  <li className={CARD_CLASSES}>
    {picture}
    <div className="min-w-0">
      <CoverLink className="block truncate leading-tight font-semibold" href={href}>
        {name}
      </CoverLink>
      <p className="meta">{children}</p>
    </div>
  </li>
)
