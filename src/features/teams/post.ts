/** A post of a team's blog, and who may do what with it. */
import type { TeamPost } from "../../../db/queries/team-posts.ts"
import { isRecord } from "../../json.ts"
import type { Session } from "../session/session.ts"
import type { TeamRole } from "./team.ts"

export type { TeamPost } from "../../../db/queries/team-posts.ts"

export const isPost = (value: unknown): value is TeamPost =>
  isRecord(value) &&
  [
    value.id,
    value.title,
    value.content,
    value.content_html,
    value.created_at,
    value.updated_at,
  ].every((text) => typeof text === "string") &&
  [value.user_id, value.author_name, value.video_url].every(
    (text) => text === null || typeof text === "string",
  ) &&
  [value.is_published, value.is_hidden].every((flag) => typeof flag === "boolean")

/** Owner, admins and super admins write on the blog. */
export const mayWrite = (session: Session, role: TeamRole | null): boolean =>
  session.status === "signed-in" &&
  (role === "owner" || role === "admin" || session.role === "super_admin")

/** The author, too, as long as they are in the team. */
export const mayEdit = (
  session: Session,
  role: TeamRole | null,
  post: Pick<TeamPost, "user_id">,
): boolean =>
  mayWrite(session, role) ||
  (session.status === "signed-in" && role !== null && post.user_id === session.user.id)
