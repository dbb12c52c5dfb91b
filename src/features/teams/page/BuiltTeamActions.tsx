import { useEffect } from "react"
import type { TeamForViewer } from "../schema.ts"
import { type ActionsProps, TeamActions, useTeamForViewer } from "./team-islands.tsx"
import { $slug } from "./team-page.ts"

interface Props extends ActionsProps {
  /** The team's `updated_at` in the prebuilt page. */
  builtUpdatedAt: string
}

/**
 * Renders the actions on a team's prebuilt page. For signed-in visitors, `TeamPage` replaces a page that is outdated or
 * lacks a notice, and the page of a team that no longer exists.
 */
export function BuiltTeamActions({ builtUpdatedAt, ...props }: Props) {
  const { locale, slug } = props
  const { session, team, error } = useTeamForViewer()
  const isSignedIn = session.status === "signed-in"
  const isOutdated = team !== null && (team.updated_at !== builtUpdatedAt || needsNotice(team))
  const isGone = isSignedIn && error?.failure.code === "not_found"
  useEffect(() => $slug.set(isSignedIn ? slug : null), [isSignedIn, slug])
  useEffect(() => {
    if (!isOutdated && !isGone) return
    void import("./TeamPage.tsx").then(({ renderTeamPage }) => renderTeamPage(locale))
  }, [isOutdated, isGone, locale])
  return <TeamActions {...props} />
}

/** Returns whether the viewer must see a notice about the team. Prebuilt pages contain no notices. */
const needsNotice = ({ role, is_hidden, is_listed }: TeamForViewer) =>
  is_hidden || (!is_listed && (role === "owner" || role === "admin"))
