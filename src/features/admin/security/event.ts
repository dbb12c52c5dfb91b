import * as z from "zod/mini"

export const SECURITY_EVENTS = [
  "signed_in",
  "sign_in_failed",
  "code_failed",
  "locked_out",
  // A signed-in member called a route that this member may not use.
  "refused",
  "reset_requested",
  "password_changed",
  "factor_changed",
  "role_changed",
  "newsroom_changed",
  "blocked",
  "unblocked",
] as const

export type SecurityEventKind = (typeof SECURITY_EVENTS)[number]

const fields = {
  kind: z.enum(SECURITY_EVENTS),
  user_id: z.nullable(z.string()),
  display_name: z.nullable(z.string()),
  /** Short keyed hash of the request's IP address. The key changes daily. */
  caller: z.nullable(z.string()),
  detail: z.nullable(z.string()),
  /** Time of the first event. Equal events in the same slot of five minutes are stored as one event with a `count`. */
  at: z.string(),
  /** Time of the last event that `count` includes. */
  last_at: z.string(),
  count: z.number(),
}

export const securityEvent = z.object({ id: z.number(), ...fields })

export type SecurityEvent = z.infer<typeof securityEvent>
