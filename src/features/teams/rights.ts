/** Rights of a viewer in a team. The page shows buttons by these rights; the database enforces them. */
import type { Session } from "../../session/session.ts"
import type { SeenTeam, TeamMember, TeamPost, TeamRole } from "./schema.ts"

/** The viewer's role in a team, and their request to join. */
export type Standing = Pick<SeenTeam, "role" | "request">

export type JoinState =
  /** Not known yet. */
  | { kind: "unknown" }
  | { kind: "anonymous" }
  | { kind: "open" }
  | { kind: "pending"; requestId: string }
  | { kind: "declined" }
  | { kind: "member" }

/** Returns the state of the join button. `standing` is null until the API has answered. */
export function joinStateOf(session: Session["status"], standing: Standing | null): JoinState {
  if (session === "signed-out") return { kind: "anonymous" }
  if (session === "loading" || !standing) return { kind: "unknown" }
  const { role, request } = standing
  if (role) return { kind: "member" }
  if (request?.status === "pending") return { kind: "pending", requestId: request.id }
  return { kind: request?.status === "rejected" ? "declined" : "open" }
}

/** Returns the target of the manage button: the manage page for owners, the blog for admins. */
export const manageTarget = (role: Standing["role"]): "manage" | "blog" | null =>
  role === "owner" ? "manage" : role === "admin" ? "blog" : null

/** Returns whether the viewer may write posts: owner, admins and super admins. */
export const mayWrite = (session: Session, role: TeamRole | null): boolean =>
  session.status === "signed-in" &&
  (role === "owner" || role === "admin" || session.role === "super_admin")

/** Returns whether the viewer may edit a post: owner, admins, super admins, and its author while in the team. */
export const mayEdit = (
  session: Session,
  role: TeamRole | null,
  post: Pick<TeamPost, "user_id">,
): boolean =>
  mayWrite(session, role) ||
  (session.status === "signed-in" && role !== null && post.user_id === session.user.id)

/** An owner's action on a member. `owner` hands the team over. */
export type MemberAction = TeamRole | "remove"

/** Returns the actions of the viewer on a member: none unless the viewer is the team's owner and the member is another person. */
export const actionsOn = (viewer: TeamRole | null, member: TeamMember): MemberAction[] =>
  viewer !== "owner" || member.role === "owner"
    ? []
    : [member.role === "admin" ? "member" : "admin", "owner", "remove"]

/** Returns the members after an action on one of them. */
export const membersAfter = (
  members: readonly TeamMember[],
  id: string,
  action: MemberAction,
): TeamMember[] =>
  members.flatMap((member): TeamMember[] => {
    if (member.user_id === id) return action === "remove" ? [] : [{ ...member, role: action }]
    // The former owner becomes an admin.
    return [action === "owner" && member.role === "owner" ? { ...member, role: "admin" } : member]
  })

/** Returns the next owner when the owner leaves: the longest-serving admin, or member if there is no admin. */
export function nextOwnerOf(members: readonly TeamMember[]): TeamMember | null {
  const oldest = (role: TeamRole) =>
    members
      .filter((member) => member.role === role)
      .toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1))[0]
  return oldest("admin") ?? oldest("member") ?? null
}
