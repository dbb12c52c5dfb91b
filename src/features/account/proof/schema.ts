/** A proof of identity by a signed-in member: a password, a code, or a signature by a passkey. */
import * as z from "zod/mini"
import { assertion } from "../passkeys/schema.ts"
import { codeBody, passwordBody } from "../schema.ts"

export const proofBody = z.union([
  z.strictObject(passwordBody.shape),
  z.strictObject(codeBody.shape),
  z.strictObject({ passkey: assertion }),
])
