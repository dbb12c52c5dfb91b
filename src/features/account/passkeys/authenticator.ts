import {
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser"
import { type CallResult, call } from "../../../shared/call.ts"
import { isRecord } from "../../../shared/json.ts"

export const supportsAutofill = browserSupportsWebAuthnAutofill

/** Returns whether the options contain a challenge. Other fields are not checked, because the API is trusted. */
const hasChallenge = (json: unknown) => isRecord(json) && typeof json.challenge === "string"

async function fetchOptions<Options>(
  path: string,
  isOptions: (json: unknown) => json is Options,
): Promise<CallResult<Options>> {
  return call(path, {
    method: "POST",
    payload: {},
    read(json) {
      if (!isOptions(json)) throw new TypeError("no challenge")
      return json
    },
  })
}

const isSignatureOptions = (json: unknown): json is PublicKeyCredentialRequestOptionsJSON =>
  hasChallenge(json)
const isCreationOptions = (json: unknown): json is PublicKeyCredentialCreationOptionsJSON =>
  hasChallenge(json)

/**
 * The credential to send to the API, or the failure of the call that requested the options. Null if the member closed
 * the browser's dialog, another request replaced this one, or no passkey exists.
 */
export type CredentialResult = CallResult<object> | null

async function waitForCredential(
  request: Promise<object>,
  headers: Headers,
): Promise<CredentialResult> {
  const body = await request.catch(() => null)
  return body && { ok: true, body, headers }
}

/** Asks for a signature with a passkey. With `isAutofill`, the browser offers passkeys in the email field. */
export async function signWithPasskey(path: string, isAutofill = false): Promise<CredentialResult> {
  const options = await fetchOptions(path, isSignatureOptions)
  if (!options.ok) return options
  const request = startAuthentication({ optionsJSON: options.body, useBrowserAutofill: isAutofill })
  return waitForCredential(request, options.headers)
}

export async function createPasskey(path: string): Promise<CredentialResult> {
  const options = await fetchOptions(path, isCreationOptions)
  if (!options.ok) return options
  return waitForCredential(startRegistration({ optionsJSON: options.body }), options.headers)
}
