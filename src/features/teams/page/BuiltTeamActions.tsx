import { useEffect } from "react"
import type { SeenTeam } from "../schema.ts"
import { type ActionsProps, TeamActions, useViewer } from "./team-islands.tsx"
import { $slug } from "./team-page.ts"

/** What the viewer can do, on a built page. Where the team has changed since, all of the page is drawn anew. */
export function BuiltTeamActions({ locale, slug, builtAt }: ActionsProps & { builtAt: string }) {
  const { session, team, error } = useViewer()
  const isSignedIn = session.status === "signed-in"
  const isOutdated = team !== null && (team.updated_at !== builtAt || hasNote(team))
  const isGone = isSignedIn && error?.failure.code === "not_found"
  useEffect(() => $slug.set(isSignedIn ? slug : null), [isSignedIn, slug])
  useEffect(() => {
    if (!isOutdated && !isGone) return
    void import("./TeamPage.tsx").then(({ drawTeamPage }) => drawTeamPage(locale))
  }, [isOutdated, isGone, locale])
  return <TeamActions locale={locale} slug={slug} />
}

/** Whether there is something to tell its own people that no built page says. */
const hasNote = ({ role, is_hidden, is_listed }: SeenTeam) =>
  is_hidden || (!is_listed && (role === "owner" || role === "admin"))
