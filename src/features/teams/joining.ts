/** What a person can do about being in a team. */
import type { Session } from "../session/session.ts"
import type { Standing } from "./team.ts"

export type JoinState =
  /** Not known yet. */
  | { kind: "unknown" }
  | { kind: "stranger" }
  | { kind: "open" }
  | { kind: "pending"; requestId: string }
  | { kind: "declined" }
  | { kind: "member"; role: NonNullable<Standing["role"]> }

/** The join button's state; `standing` is null until the API has told it. */
export function joinStateOf(session: Session["status"], standing: Standing | null): JoinState {
  if (session === "signed-out") return { kind: "stranger" }
  if (session === "loading" || !standing) return { kind: "unknown" }
  const { role, request } = standing
  if (role) return { kind: "member", role }
  if (request?.status === "pending") return { kind: "pending", requestId: request.id }
  return { kind: request?.status === "rejected" ? "declined" : "open" }
}

/** Where the manage button leads: an admin manages posts, the owner the team. */
export const manageTarget = (role: Standing["role"]): "manage" | "blog" | null =>
  role === "owner" ? "manage" : role === "admin" ? "blog" : null
