import * as z from "zod/mini"
import { assertion } from "../passkeys/schema.ts"
import { codeBody, passwordBody } from "../schema.ts"

/** Body of the request that confirms the member's identity: exactly one of password, code and passkey. */
export const proofBody = z.union([
  z.strictObject(passwordBody.shape),
  z.strictObject(codeBody.shape),
  z.strictObject({ passkey: assertion }),
])
