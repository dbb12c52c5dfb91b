import * as z from "zod/mini"

export const SECURITY_EVENTS = [
  "signed_in",
  "sign_in_failed",
  "code_failed",
  "locked_out",
  // A signed-in member called a route without the right to it.
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
  /** Time of the first of several equal events, which are counted together in slots of five minutes. */
  at: z.string(),
  /** Time of the last of these events. */
  last_at: z.string(),
  count: z.number(),
}

export const securityEvent = z.object({ id: z.number(), ...fields })

export type SecurityEvent = z.infer<typeof securityEvent>
