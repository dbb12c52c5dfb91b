import type { Session } from "../../session/session.ts"
import type { TeamForViewer, TeamMember, TeamPost, TeamRole } from "./schema.ts"

export type Membership = Pick<TeamForViewer, "role" | "request">

export type JoinState =
  | { kind: "unknown" }
  | { kind: "anonymous" }
  | { kind: "open" }
  | { kind: "pending"; requestId: string }
  | { kind: "declined" }
  | { kind: "member" }

export function getJoinState(session: Session["status"], membership: Membership | null): JoinState {
  if (session === "signed-out") return { kind: "anonymous" }
  if (session === "loading" || !membership) return { kind: "unknown" }
  const { role, request } = membership
  if (role) return { kind: "member" }
  if (request?.status === "pending") return { kind: "pending", requestId: request.id }
  return { kind: request?.status === "rejected" ? "declined" : "open" }
}

/** Owners get the manage page, and admins the blog. */
export const getManageTarget = (role: Membership["role"]): "manage" | "blog" | null =>
  role === "owner" ? "manage" : role === "admin" ? "blog" : null

export const mayWritePosts = (session: Session, role: TeamRole | null): boolean =>
  session.status === "signed-in" &&
  (role === "owner" || role === "admin" || session.role === "super_admin")

/** Authors may edit their posts only while they are in the team. */
export const mayEditPost = (
  session: Session,
  role: TeamRole | null,
  post: Pick<TeamPost, "user_id">,
): boolean =>
  mayWritePosts(session, role) ||
  (session.status === "signed-in" && role !== null && post.user_id === session.user.id)

/** `owner` makes the member the new owner. */
export type MemberAction = TeamRole | "remove"

/** Only the owner has actions, and only on other members. */
export const getMemberActions = (viewer: TeamRole | null, member: TeamMember): MemberAction[] =>
  viewer !== "owner" || member.role === "owner"
    ? []
    : [member.role === "admin" ? "member" : "admin", "owner", "remove"]

export const applyMemberAction = (
  members: readonly TeamMember[],
  id: string,
  action: MemberAction,
): TeamMember[] =>
  members.flatMap((member): TeamMember[] => {
    if (member.user_id === id) return action === "remove" ? [] : [{ ...member, role: action }]
    // The former owner becomes an admin.
    return [action === "owner" && member.role === "owner" ? { ...member, role: "admin" } : member]
  })

export function findNextOwner(members: readonly TeamMember[]): TeamMember | null {
  const findOldest = (role: TeamRole) =>
    members
      .filter((member) => member.role === role)
      .toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1))[0]
  return findOldest("admin") ?? findOldest("member") ?? null
}
