import {
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser"
import * as z from "zod/mini"
import { type CallResult, call } from "../../../shared/call.ts"
import { isRecord } from "../../../shared/json.ts"

export const supportsAutofill = browserSupportsWebAuthnAutofill

/** Checks only the challenge, because the rest of the API's response is trusted. */
const hasChallenge = (json: unknown) => isRecord(json) && typeof json.challenge === "string"

const signatureOptions = z.custom<PublicKeyCredentialRequestOptionsJSON>(hasChallenge)
const creationOptions = z.custom<PublicKeyCredentialCreationOptionsJSON>(hasChallenge)

const fetchOptions = <Options>(path: string, schema: z.ZodMiniType<Options>) =>
  call(path, { method: "POST", payload: {}, read: (json) => schema.parse(json) })

/** Null if the browser returned no credential, for example because the member closed the browser's dialog. */
export type CredentialResult = CallResult<object> | null

async function waitForCredential(
  request: Promise<object>,
  headers: Headers,
): Promise<CredentialResult> {
  const body = await request.catch(() => null)
  return body && { ok: true, body, headers }
}

/** Signs a challenge from the API. With `isAutofill`, passkeys are suggested in the email field, not in a dialog. */
export async function signWithPasskey(
  path: string,
  { isAutofill = false } = {},
): Promise<CredentialResult> {
  const options = await fetchOptions(path, signatureOptions)
  if (!options.ok) return options
  const request = startAuthentication({ optionsJSON: options.body, useBrowserAutofill: isAutofill })
  return waitForCredential(request, options.headers)
}

export async function createPasskey(path: string): Promise<CredentialResult> {
  const options = await fetchOptions(path, creationOptions)
  if (!options.ok) return options
  return waitForCredential(startRegistration({ optionsJSON: options.body }), options.headers)
}
