/** Has the browser's authenticators make and use passkeys. Loaded when somebody is about to. */
import {
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser"
import { type Answer, call } from "../../../shared/call.ts"
import { isRecord } from "../../../shared/json.ts"

export const canFillIn = browserSupportsWebAuthnAutofill

/** What our functions answer is theirs to get right; only that it is something to sign is checked. */
const hasChallenge = (json: unknown) => isRecord(json) && typeof json.challenge === "string"

async function optionsOf<Options>(
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

const isRequest = (json: unknown): json is PublicKeyCredentialRequestOptionsJSON =>
  hasChallenge(json)
const isCreation = (json: unknown): json is PublicKeyCredentialCreationOptionsJSON =>
  hasChallenge(json)

/** Null where nothing came of it: dismissed, taken over by another request, or none is there. */
const orNull = <Made>(work: Promise<Made>): Promise<Made | null> => work.catch(() => null)

/** What an authenticator has to answer to the options of a path, to be sent on. */
export type Signed = Answer<object> | null

const signed = (made: object | null, headers: Headers): Signed =>
  made && { ok: true, body: made, headers }

/** Has a passkey sign; `isOffered` in what the browser fills fields in with, for as long as that takes. */
export async function signWithPasskey(path: string, isOffered = false): Promise<Signed> {
  const options = await optionsOf(path, isRequest)
  if (!options.ok) return options
  const asked = startAuthentication({ optionsJSON: options.body, useBrowserAutofill: isOffered })
  return signed(await orNull(asked), options.headers)
}

/** Has a passkey made. */
export async function makePasskey(path: string): Promise<Signed> {
  const options = await optionsOf(path, isCreation)
  if (!options.ok) return options
  return signed(await orNull(startRegistration({ optionsJSON: options.body })), options.headers)
}
