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

/** Checks one field only, because the API is trusted. */
const hasChallenge = (json: unknown) => isRecord(json) && typeof json.challenge === "string"

async function fetchOptions<Options>(
  path: string,
  isOptions: (json: unknown) => json is Options,
): Promise<CallResult<Options>> {
  return call(path, {
    method: "POST",
    payload: {},
    read(json) {
      if (!isOptions(json)) throw new TypeError("The response has no challenge")
      return json
    },
  })
}

const isSignatureOptions = (json: unknown): json is PublicKeyCredentialRequestOptionsJSON =>
  hasChallenge(json)
const isCreationOptions = (json: unknown): json is PublicKeyCredentialCreationOptionsJSON =>
  hasChallenge(json)

/** Null if the browser returned no credential, for example because the member closed its dialog. */
export type CredentialResult = CallResult<object> | null

async function waitForCredential(
  request: Promise<object>,
  headers: Headers,
): Promise<CredentialResult> {
  const body = await request.catch(() => null)
  return body && { ok: true, body, headers }
}

/** Signs a challenge from the API. With `isAutofill`, the email field offers passkeys instead of a dialog. */
export async function signWithPasskey(
  path: string,
  { isAutofill = false } = {},
): Promise<CredentialResult> {
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
