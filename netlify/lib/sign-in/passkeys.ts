/** Passkeys: what authenticators are asked, and whether what they answer is right (WebAuthn). */
import { randomBytes } from "node:crypto"
import type { Context } from "hono"
import type { Query } from "../../../db/client.ts"
import {
  type FoundPasskey,
  type NewPasskey,
  openOwnChallenge,
  openSignInChallenge,
  type PasskeyFacts,
  type PasskeyPurpose,
  recordPasskeyUse,
  takeChallengeFor,
  takeRegistration,
} from "../../../db/queries/accounts/passkeys.ts"
import type { Assertion, Registration } from "../../../src/features/account/passkeys/schema.ts"
import { isRecord, parseJson } from "../../../src/shared/json.ts"
import { SITE } from "../../../src/site.ts"
import { type ApiEnv, visitor } from "../http/api.ts"
import { rateLimited, refuse, refuseWith } from "../http/problem.ts"
import { clientAddress } from "../http/request.ts"
import { isPublicSite, siteUrl } from "../http/site-url.ts"
import { hashToken } from "./tokens.ts"

// Loaded when somebody uses one: it brings ASN.1 and X.509 along, half a second of work.
const webauthn = () => import("@simplewebauthn/server")

/**
 * Passkeys are bound to the site's public address, whatever a request says; where this machine alone reaches the
 * site, to the name of loopback that the page was opened by.
 */
function relyingParty(request: Request) {
  const { origin, hostname } = new URL(isPublicSite() ? siteUrl() : request.url)
  return { origin, id: hostname }
}

/** EdDSA, ES256 and RS256: what every authenticator has one of, and every runtime can check. */
const ALGORITHMS = [-8, -7, -257]

/** As the database waits for the answer, in milliseconds. */
const TIMEOUT_MS = 10 * 60 * 1000

const newChallenge = () => {
  const bytes = randomBytes(32)
  return { challenge: new Uint8Array(bytes), hash: hashToken(bytes.toString("base64url")) }
}

const hex = (base64url: string) => Buffer.from(base64url, "base64url").toString("hex")
const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex, "hex"))

/** The member's handle as bytes, as authenticators keep it. */
const handleBytes = (handle: string) => bytesOf(handle.replaceAll("-", ""))

const descriptors = ({ passkeys }: PasskeyFacts) =>
  passkeys.map(({ credential, transports }) => ({
    id: Buffer.from(credential, "hex").toString("base64url"),
    transports,
  }))

/** For whoever it may be: nothing in it depends on an account. */
export async function signInOptions(c: Context<ApiEnv>) {
  const { challenge, hash } = newChallenge()
  const wait = await openSignInChallenge(c.var.db, hash, clientAddress(c))
  if (wait > 0) refuseWith(rateLimited(wait))
  const { generateAuthenticationOptions } = await webauthn()
  return generateAuthenticationOptions({
    rpID: relyingParty(c.req.raw).id,
    challenge,
    userVerification: "required",
    timeout: TIMEOUT_MS,
  })
}

/** For showing once more that it is the viewer; null where they have no passkey. */
export async function proofOptions(c: Context<ApiEnv>) {
  const { challenge, hash } = newChallenge()
  const facts = await openOwnChallenge(c.var.db, hash, "prove")
  if (facts.passkeys.length === 0) return null
  const { generateAuthenticationOptions } = await webauthn()
  return generateAuthenticationOptions({
    rpID: relyingParty(c.req.raw).id,
    challenge,
    userVerification: "required",
    allowCredentials: descriptors(facts),
    timeout: TIMEOUT_MS,
  })
}

/** For a new passkey of the viewer. */
export async function registrationOptions(c: Context<ApiEnv>) {
  const { email, name } = visitor(c)
  const { challenge, hash } = newChallenge()
  const facts = await openOwnChallenge(c.var.db, hash, "register")
  const { generateRegistrationOptions } = await webauthn()
  return generateRegistrationOptions({
    rpName: SITE.name,
    rpID: relyingParty(c.req.raw).id,
    userName: email,
    userDisplayName: name ?? email,
    userID: handleBytes(facts.handle),
    challenge,
    attestationType: "none",
    excludeCredentials: descriptors(facts),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: ALGORITHMS,
    timeout: TIMEOUT_MS,
  })
}

/** What the browser says that was signed; the signature is about all of it. */
function challengeIn(clientDataJSON: string): string {
  const data = parseJson(Buffer.from(clientDataJSON, "base64url").toString())
  return isRecord(data) && typeof data.challenge === "string" ? data.challenge : ""
}

/** What a check of the library finds wrong is for the caller alone to mend. */
const orRefuse = <Result>(check: Promise<Result>): Promise<Result> =>
  check.catch(() => refuse("passkey_refused"))

/**
 * The passkey that has signed, and the query that belongs into the transaction of what it opens. Ends the call
 * where the challenge waits no more or anything is not as it should be, with one answer for all.
 */
export async function verifyPasskey(
  c: Context<ApiEnv>,
  { id, rawId, type, response }: Assertion,
  purpose: Exclude<PasskeyPurpose, "register">,
): Promise<{ passkey: FoundPasskey; used: Query<unknown> }> {
  const challenge = challengeIn(response.clientDataJSON)
  const found = await takeChallengeFor(c.var.db, hashToken(challenge), purpose, hex(id))
  const { passkey } = found
  if (!found.isTaken || !passkey) return refuse("passkey_refused")
  const isTheirs = response.userHandle
    ? hex(response.userHandle) === passkey.handle.replaceAll("-", "")
    : purpose === "prove"
  if (!isTheirs) return refuse("passkey_refused")
  const { origin, id: expectedRPID } = relyingParty(c.req.raw)
  const { verifyAuthenticationResponse } = await webauthn()
  const { verified, authenticationInfo } = await orRefuse(
    verifyAuthenticationResponse({
      response: { id, rawId, type, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID,
      requireUserVerification: true,
      credential: {
        id,
        publicKey: bytesOf(passkey.public_key),
        counter: passkey.sign_count,
      },
    }),
  )
  if (!verified) return refuse("passkey_refused")
  return { passkey, used: recordPasskeyUse(passkey.passkey_id, authenticationInfo.newCounter) }
}

/** What authenticators that tell what they are call themselves, by their AAGUID. */
const NAMES: Record<string, string> = {
  "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4": "Google Password Manager",
  "fbfc3007-154e-4ecc-8c0b-6e020557d7bd": "Apple Passwords",
  "dd4ec289-e01d-41c9-bb89-70fa845d4bf2": "Apple Passwords",
  "08987058-cadc-4b81-b6e1-30de50dcbe96": "Windows Hello",
  "9ddd1817-af5a-4672-a2b9-3e3dd95000a9": "Windows Hello",
  "6028b017-b1d4-4c02-b4b3-afcdafc96bb2": "Windows Hello",
  "53414d53-554e-4700-0000-000000000000": "Samsung Pass",
  "bada5566-a7aa-401f-bd96-45619a55120d": "1Password",
  "d548826e-79b4-db40-a3d8-11116f7e8349": "Bitwarden",
  "531126d6-e717-415c-9320-3d9aa6989239": "Dashlane",
  "50726f74-6f6e-5061-7373-50726f746f6e": "Proton Pass",
  "fdb141b2-5d84-443e-8a35-4698c205a502": "KeePassXC",
}

/** A passkey as its authenticator has just made it for the viewer; ends the call where it has not. */
export async function newPasskey(
  c: Context<ApiEnv>,
  { id, rawId, type, response }: Registration,
  name: string,
): Promise<NewPasskey> {
  const challenge = challengeIn(response.clientDataJSON)
  if (!(await takeRegistration(c.var.db, hashToken(challenge)))) return refuse("passkey_refused")
  const { origin, id: expectedRPID } = relyingParty(c.req.raw)
  const { verifyRegistrationResponse } = await webauthn()
  const { verified, registrationInfo } = await orRefuse(
    verifyRegistrationResponse({
      response: { id, rawId, type, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  if (!verified) return refuse("passkey_refused")
  const { credential, aaguid } = registrationInfo
  return {
    credential: hex(credential.id),
    publicKey: Buffer.from(credential.publicKey).toString("hex"),
    count: credential.counter,
    transports: response.transports ?? [],
    name: NAMES[aaguid] ?? name,
  }
}
