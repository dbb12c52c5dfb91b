/** The actions of a team on its built page. Loads the current page if the team has changed since the build. */
import { useEffect } from "react"
import type { SeenTeam } from "../schema.ts"
import { type ActionsProps, TeamActions, useViewer } from "./team-islands.tsx"
import { $slug } from "./team-page.ts"

interface Props extends ActionsProps {
  /** The team's `updated_at` at the time of the build. */
  builtAt: string
}

export function BuiltTeamActions({ builtAt, ...props }: Props) {
  const { locale, slug } = props
  const { session, team, error } = useViewer()
  const isSignedIn = session.status === "signed-in"
  const isOutdated = team !== null && (team.updated_at !== builtAt || hasNotice(team))
  const isGone = isSignedIn && error?.failure.code === "not_found"
  useEffect(() => $slug.set(isSignedIn ? slug : null), [isSignedIn, slug])
  useEffect(() => {
    if (!isOutdated && !isGone) return
    void import("./TeamPage.tsx").then(({ renderTeamPage }) => renderTeamPage(locale))
  }, [isOutdated, isGone, locale])
  return <TeamActions {...props} />
}

/** Returns whether the page must show a notice that only members see. Built pages do not contain it. */
const hasNotice = ({ role, is_hidden, is_listed }: SeenTeam) =>
  is_hidden || (!is_listed && (role === "owner" || role === "admin"))
