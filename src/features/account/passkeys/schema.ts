/** Schemas for a member's passkeys, and for WebAuthn credentials in their JSON format. */
import * as z from "zod/mini"
import { requiredLine } from "../../../schema/fields.ts"

export const passkeyRow = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.nullable(z.string()),
})

export type Passkey = z.infer<typeof passkeyRow>

const passkeyName = requiredLine(60)

export const passkeyNameBody = z.object({ name: passkeyName })

/**
 * Text that encodes at most `maxBytes` bytes: base64url needs four characters for three bytes.
 * WebAuthn limits credential ids to 1,023 bytes and user handles to 64 bytes; this project chose the other limits.
 */
const base64url = (maxBytes: number) =>
  z
    .string("invalid")
    .check(z.regex(/^[\w-]+$/, "invalid"), z.maxLength(Math.ceil(maxBytes * (4 / 3))))

const credential = { id: base64url(1023), rawId: base64url(1023), type: z.enum(["public-key"]) }

/** Challenge that a passkey has signed, for a log-in or to confirm the member's identity. */
export const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(4000),
    userHandle: z.optional(base64url(64)),
  }),
})

export type Assertion = z.infer<typeof assertion>

export const passkeySignInBody = z.object({
  passkey: assertion,
  remember: z.optional(z.boolean()),
  /** Whether the log-in cancels the scheduled deletion of the account. */
  keep: z.optional(z.boolean()),
})

const registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(16_000),
    transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
  }),
})

export type Registration = z.infer<typeof registration>

export const newPasskeyBody = z.object({
  passkey: registration,
  name: passkeyName,
})
