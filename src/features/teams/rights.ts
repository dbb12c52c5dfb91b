import type { Session } from "../../session/session.ts"
import type { TeamForViewer, TeamMember, TeamPost, TeamRole } from "./schema.ts"

export type Membership = Pick<TeamForViewer, "role" | "request">

/**
 * State of the join button. `unknown`: the session or team is not loaded yet. `open`: the viewer can send a request.
 */
export type JoinState =
  | { kind: "unknown" }
  | { kind: "anonymous" }
  | { kind: "open" }
  | { kind: "pending"; requestId: string }
  | { kind: "declined" }
  | { kind: "member" }

export function getJoinState(
  sessionStatus: Session["status"],
  membership: Membership | null,
): JoinState {
  if (sessionStatus === "signed-out") return { kind: "anonymous" }
  if (sessionStatus === "loading" || !membership) return { kind: "unknown" }
  const { role, request } = membership
  if (role) return { kind: "member" }
  if (request?.status === "pending") return { kind: "pending", requestId: request.id }
  return { kind: request?.status === "rejected" ? "declined" : "open" }
}

export function getManageTarget(role: Membership["role"]): "manage" | "blog" | null {
  if (role === "owner") return "manage"
  return role === "admin" ? "blog" : null
}

/** Returns whether the viewer may write posts. `role` is the viewer's role in the team; super admins need no role. */
export const mayWritePosts = (session: Session, role: TeamRole | null): boolean =>
  session.status === "signed-in" &&
  (role === "owner" || role === "admin" || session.role === "super_admin")

/**
 * Returns whether the viewer may edit a post. Viewers who may write posts may edit all posts of the team. Other team
 * members may edit only their own posts.
 */
export const mayEditPost = (
  session: Session,
  role: TeamRole | null,
  post: Pick<TeamPost, "user_id">,
): boolean =>
  mayWritePosts(session, role) ||
  (session.status === "signed-in" && role !== null && post.user_id === session.user.id)

/** Action on a team member: the change to a role, or the removal. The role `owner` hands the team over. */
export type MemberAction = TeamRole | "remove"

/** Returns the actions that a viewer may take on a member. Only the owner may act, and only on other members. */
export const getMemberActions = (
  viewerRole: TeamRole | null,
  member: TeamMember,
): MemberAction[] =>
  viewerRole !== "owner" || member.role === "owner"
    ? []
    : [member.role === "admin" ? "member" : "admin", "owner", "remove"]

export const applyMemberAction = (
  members: readonly TeamMember[],
  id: string,
  action: MemberAction,
): TeamMember[] =>
  members.flatMap((member): TeamMember[] => {
    if (member.user_id === id) return action === "remove" ? [] : [{ ...member, role: action }]
    return [action === "owner" && member.role === "owner" ? { ...member, role: "admin" } : member]
  })

/** Returns the member who becomes the owner when the owner leaves, or null if the owner is the only member. */
export function findNextOwner(members: readonly TeamMember[]): TeamMember | null {
  const findLongestServing = (role: TeamRole) =>
    members
      .filter((member) => member.role === role)
      .toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1))[0]
  return findLongestServing("admin") ?? findLongestServing("member") ?? null
}
