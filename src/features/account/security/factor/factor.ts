import * as z from "zod/mini"
import { createLoadable } from "../../../../islands/query.ts"
import { type CallResult, call } from "../../../../shared/call.ts"
import { createOwnQuery } from "../../own-account.ts"

const PATH = "/api/account/second-factor"

const factorResponse = z.object({
  /** Null while the second factor is off. */
  confirmed_at: z.nullable(z.string()),
  codes_left: z.number(),
  /** Whether turning the second factor off requires a code. False if the member logged in with a passkey. */
  needs_code: z.boolean(),
})

/** The secret for the authenticator app. `address` is the `otpauth:` URL in the QR code. */
const enrollmentResponse = z.object({ address: z.string(), secret: z.string() })
const codesResponse = z.object({ codes: z.array(z.string()) })

export type Factor = z.infer<typeof factorResponse>
export type Enrollment = z.infer<typeof enrollmentResponse>

export const $factor = createOwnQuery(PATH, factorResponse)
export const $factorState = createLoadable($factor)

export const beginFactor = (): Promise<CallResult<Enrollment>> =>
  call(PATH, { method: "POST", payload: {}, read: enrollmentResponse })

const readCodes = (json: unknown): string[] => z.parse(codesResponse, json).codes

/** Turns the second factor on. Returns the recovery codes. */
export const confirmFactor = (code: string): Promise<CallResult<string[]>> =>
  call(PATH, { method: "PUT", payload: { code }, read: readCodes })

export const renewCodes = (code: string): Promise<CallResult<string[]>> =>
  call(`${PATH}/recovery-codes`, { method: "POST", payload: { code }, read: readCodes })

export const removeFactor = (code?: string): Promise<CallResult<undefined>> =>
  call(PATH, { method: "DELETE", payload: { code } })
