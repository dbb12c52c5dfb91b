import * as z from "zod/mini"
import { assertion } from "../passkeys/schema.ts"
import { codeBody, passwordBody } from "../schema.ts"

/** A member proves their identity by exactly one of: password, code, passkey. */
export const proofBody = z.union([
  z.strictObject(passwordBody.shape),
  z.strictObject(codeBody.shape),
  z.strictObject({ passkey: assertion }),
])
