/** Who is in the team. Names are asked for at each view: who hides theirs does so at once. */
import { useStore } from "@nanostores/react"
import { type ReactNode, useEffect } from "react"
import { LoadFailed, LoadingRows } from "../../ui/LoadState.tsx"
import { useIsHydrated } from "../../ui/use-is-hydrated.ts"
import { $session } from "../session/session.ts"
import { MemberRow } from "./MemberRow.tsx"
import { actsOn } from "./people.ts"
import { peopleStore, teamStore } from "./team-page.ts"

export function MembersTab({ children }: { children?: ReactNode }) {
  // In an element with a box: only that is ever visible, which is when the island starts.
  return <div>{useIsHydrated() ? <Members /> : children}</div>
}

function Members() {
  const people = useStore(peopleStore.$people)
  const team = useStore(teamStore.$team)
  const session = useStore($session)
  const role = team.status === "found" ? team.team.role : null
  useEffect(() => void peopleStore.load(), [])

  if (people.status === "failed") {
    return (
      <LoadFailed
        title="teams:people.failed"
        failure={people.failure}
        onRetry={() => void peopleStore.load()}
      />
    )
  }
  if (people.status !== "ready") return <LoadingRows label="teams:people.loading" />
  const self = session.status === "signed-in" ? session.user.id : null
  return (
    <ul className="team-members">
      {people.members.map((member) => (
        <MemberRow
          key={member.user_id}
          member={member}
          isSelf={member.user_id === self}
          acts={self === null ? [] : actsOn(role, member)}
        />
      ))}
    </ul>
  )
}
