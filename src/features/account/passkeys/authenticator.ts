/** Creates passkeys and signs with them, by WebAuthn. Pages load this module when it is needed. */
import {
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser"
import { type Answer, call } from "../../../shared/call.ts"
import { isRecord } from "../../../shared/json.ts"

export const supportsAutofill = browserSupportsWebAuthnAutofill

/** The API's options are trusted; this only checks that they have a challenge. */
const hasChallenge = (json: unknown) => isRecord(json) && typeof json.challenge === "string"

async function fetchOptions<Options>(
  path: string,
  isOptions: (json: unknown) => json is Options,
): Promise<Answer<Options>> {
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
 * The credential that an authenticator returned, to be sent to the API, or the failure of the call for its options.
 * Null if the member dismissed the request, another request replaced it, or there is no passkey.
 */
export type CredentialAnswer = Answer<object> | null

async function waitForCredential(
  request: Promise<object>,
  headers: Headers,
): Promise<CredentialAnswer> {
  const body = await request.catch(() => null)
  return body && { ok: true, body, headers }
}

/** Asks for a signature by a passkey. With `isAutofill` the browser offers passkeys in the email field instead. */
export async function signWithPasskey(path: string, isAutofill = false): Promise<CredentialAnswer> {
  const options = await fetchOptions(path, isSignatureOptions)
  if (!options.ok) return options
  const request = startAuthentication({ optionsJSON: options.body, useBrowserAutofill: isAutofill })
  return waitForCredential(request, options.headers)
}

/** Asks an authenticator for a new passkey. */
export async function createPasskey(path: string): Promise<CredentialAnswer> {
  const options = await fetchOptions(path, isCreationOptions)
  if (!options.ok) return options
  return waitForCredential(startRegistration({ optionsJSON: options.body }), options.headers)
}
