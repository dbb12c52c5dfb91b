/** What a viewer can do with a team, its members and its blog. */
import type { Session } from "../../session/session.ts"
import type { SeenTeam, TeamMember, TeamPost, TeamRole } from "./schema.ts"

/** What somebody is to a team, who may be nobody. */
export type Standing = Pick<SeenTeam, "role" | "request">

export type JoinState =
  /** Not known yet. */
  | { kind: "unknown" }
  | { kind: "stranger" }
  | { kind: "open" }
  | { kind: "pending"; requestId: string }
  | { kind: "declined" }
  | { kind: "member" }

/** The join button's state; `standing` is null until the API has told it. */
export function joinStateOf(session: Session["status"], standing: Standing | null): JoinState {
  if (session === "signed-out") return { kind: "stranger" }
  if (session === "loading" || !standing) return { kind: "unknown" }
  const { role, request } = standing
  if (role) return { kind: "member" }
  if (request?.status === "pending") return { kind: "pending", requestId: request.id }
  return { kind: request?.status === "rejected" ? "declined" : "open" }
}

/** Where the manage button leads: an admin manages posts, the owner the team. */
export const manageTarget = (role: Standing["role"]): "manage" | "blog" | null =>
  role === "owner" ? "manage" : role === "admin" ? "blog" : null

/** Owner, admins and super admins write on the blog. */
export const mayWrite = (session: Session, role: TeamRole | null): boolean =>
  session.status === "signed-in" &&
  (role === "owner" || role === "admin" || session.role === "super_admin")

/** The author of a post, too, as long as they are in the team. */
export const mayEdit = (
  session: Session,
  role: TeamRole | null,
  post: Pick<TeamPost, "user_id">,
): boolean =>
  mayWrite(session, role) ||
  (session.status === "signed-in" && role !== null && post.user_id === session.user.id)

/** What can be done with a member; `owner` hands the team over. */
export type MemberAction = TeamRole | "remove"

/** What the owner can do with somebody; nothing with themself. */
export const actionsOn = (viewer: TeamRole | null, member: TeamMember): MemberAction[] =>
  viewer !== "owner" || member.role === "owner"
    ? []
    : [member.role === "admin" ? "member" : "admin", "owner", "remove"]

/** The members after an action on one of them. */
export const membersAfter = (
  members: readonly TeamMember[],
  id: string,
  action: MemberAction,
): TeamMember[] =>
  members.flatMap((member): TeamMember[] => {
    if (member.user_id === id) return action === "remove" ? [] : [{ ...member, role: action }]
    // Whoever hands the team over stays as an admin.
    return [action === "owner" && member.role === "owner" ? { ...member, role: "admin" } : member]
  })

/** Who gets the team when its owner leaves: the longest-serving admin, else member; null for nobody. */
export function heirOf(members: readonly TeamMember[]): TeamMember | null {
  const oldest = (role: TeamRole) =>
    members
      .filter((member) => member.role === role)
      // ISO moments are in order as text.
      .toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1))[0]
  return oldest("admin") ?? oldest("member") ?? null
}
