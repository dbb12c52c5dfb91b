import * as z from "zod/mini"

/** Kinds of events in the security log. */
export const SECURITY_EVENTS = [
  "signed_in",
  "sign_in_failed",
  "code_failed",
  "locked_out",
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
  /** A code for the IP address of the request, the same for one day. */
  caller: z.nullable(z.string()),
  detail: z.nullable(z.string()),
  at: z.string(),
  last_at: z.string(),
  /** Number of equal events within five minutes. */
  count: z.number(),
}

export const securityEvent = z.object({ id: z.number(), ...fields })

export type SecurityEvent = z.infer<typeof securityEvent>
