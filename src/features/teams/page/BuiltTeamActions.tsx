import { useEffect } from "react"
import type { TeamForViewer } from "../schema.ts"
import { type ActionsProps, TeamActions, useTeamForViewer } from "./team-islands.tsx"
import { $slug } from "./team-page.ts"

interface Props extends ActionsProps {
  builtAt: string
}

export function BuiltTeamActions({ builtAt, ...props }: Props) {
  const { locale, slug } = props
  const { session, team, error } = useTeamForViewer()
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

/** Prebuilt pages do not contain the notices for members. */
const hasNotice = ({ role, is_hidden, is_listed }: TeamForViewer) =>
  is_hidden || (!is_listed && (role === "owner" || role === "admin"))
