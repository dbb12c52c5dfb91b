import { randomBytes } from "node:crypto"
import type { Context } from "hono"
import type { Query } from "../../../db/client.ts"
import {
  consumeChallenge,
  consumeRegistrationChallenge,
  type FoundPasskey,
  type NewPasskey,
  type OwnPasskeyData,
  openOwnChallenge,
  openSignInChallenge,
  type PasskeyPurpose,
  recordPasskeyUseQuery,
} from "../../../db/queries/accounts/passkeys.ts"
import type { Assertion, Registration } from "../../../src/features/account/passkeys/schema.ts"
import { isRecord, parseJson } from "../../../src/shared/json.ts"
import { SITE } from "../../../src/site.ts"
import { type ApiEnv, getVisitor } from "../http/api.ts"
import { createRateLimitProblem, refuse, refuseWith } from "../http/problem.ts"
import { getClientAddress } from "../http/request.ts"
import { getSiteUrl, isPublicSite } from "../http/site-url.ts"
import { hashToken } from "./tokens.ts"

// The import is dynamic, because loading the library's ASN.1 and X.509 parsers takes half a second.
const loadWebauthn = () => import("@simplewebauthn/server")

/**
 * Returns the origin and host name to which passkeys belong. If only this machine reaches the site, these are the
 * request's, because the machine may have several names.
 */
function getRelyingParty(request: Request) {
  const { origin, hostname } = new URL(isPublicSite() ? getSiteUrl() : request.url)
  return { origin, id: hostname }
}

/** Ids of the signature algorithms EdDSA, ES256 and RS256. Common authenticators support at least one of them. */
const ALGORITHMS = [-8, -7, -257]

/** The database also refuses a challenge that is older than this. */
const CHALLENGE_TIMEOUT_MS = 10 * 60 * 1000

const createChallenge = () => {
  const bytes = randomBytes(32)
  return { challenge: new Uint8Array(bytes), hash: hashToken(bytes.toString("base64url")) }
}

const base64urlToHex = (base64url: string) => Buffer.from(base64url, "base64url").toString("hex")
const hexToBytes = (hex: string) => new Uint8Array(Buffer.from(hex, "hex"))

/** `handle` is the UUID that identifies the account to authenticators. */
const toHandleBytes = (handle: string) => hexToBytes(handle.replaceAll("-", ""))

const toDescriptors = ({ passkeys }: OwnPasskeyData) =>
  passkeys.map(({ credential, transports }) => ({
    id: Buffer.from(credential, "hex").toString("base64url"),
    transports,
  }))

/** The options list no passkeys, so that they do not reveal whether an account exists. */
export async function createSignInOptions(c: Context<ApiEnv>) {
  const { challenge, hash } = createChallenge()
  const wait = await openSignInChallenge(c.var.db, hash, getClientAddress(c))
  if (wait > 0) refuseWith(createRateLimitProblem(wait))
  const { generateAuthenticationOptions } = await loadWebauthn()
  return generateAuthenticationOptions({
    rpID: getRelyingParty(c.req.raw).id,
    challenge,
    userVerification: "required",
    timeout: CHALLENGE_TIMEOUT_MS,
  })
}

/** Returns the options for confirming the identity with a passkey, or null if the member has no passkey. */
export async function createProofOptions(c: Context<ApiEnv>) {
  const { challenge, hash } = createChallenge()
  const ownData = await openOwnChallenge(c.var.db, hash, "prove")
  if (ownData.passkeys.length === 0) return null
  const { generateAuthenticationOptions } = await loadWebauthn()
  return generateAuthenticationOptions({
    rpID: getRelyingParty(c.req.raw).id,
    challenge,
    userVerification: "required",
    allowCredentials: toDescriptors(ownData),
    timeout: CHALLENGE_TIMEOUT_MS,
  })
}

export async function createRegistrationOptions(c: Context<ApiEnv>) {
  const { email, display_name: name } = getVisitor(c)
  const { challenge, hash } = createChallenge()
  const ownData = await openOwnChallenge(c.var.db, hash, "register")
  const { generateRegistrationOptions } = await loadWebauthn()
  return generateRegistrationOptions({
    rpName: SITE.name,
    rpID: getRelyingParty(c.req.raw).id,
    userName: email,
    userDisplayName: name ?? email,
    userID: toHandleBytes(ownData.handle),
    challenge,
    attestationType: "none",
    excludeCredentials: toDescriptors(ownData),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: ALGORITHMS,
    timeout: CHALLENGE_TIMEOUT_MS,
  })
}

function readChallenge(clientDataJSON: string): string {
  const data = parseJson(Buffer.from(clientDataJSON, "base64url").toString())
  return isRecord(data) && typeof data.challenge === "string" ? data.challenge : ""
}

function getExpectations(c: Context<ApiEnv>, expectedChallenge: string) {
  const { origin: expectedOrigin, id: expectedRPID } = getRelyingParty(c.req.raw)
  return { expectedChallenge, expectedOrigin, expectedRPID, requireUserVerification: true }
}

const refuseOnError = <Result>(check: Promise<Result>): Promise<Result> =>
  check.catch(() => refuse("passkey_refused"))

/**
 * Finds the passkey and checks its signature. Ends the request with `passkey_refused` if any check fails.
 * The caller must run the query `recordUse` in the transaction that the passkey allows.
 */
export async function verifyPasskey(
  c: Context<ApiEnv>,
  { id, rawId, type, response }: Assertion,
  purpose: Exclude<PasskeyPurpose, "register">,
): Promise<{ passkey: FoundPasskey; recordUse: Query<unknown> }> {
  const challenge = readChallenge(response.clientDataJSON)
  const challengeResult = await consumeChallenge(
    c.var.db,
    hashToken(challenge),
    purpose,
    base64urlToHex(id),
  )
  const { passkey } = challengeResult
  if (!challengeResult.isValid || !passkey) return refuse("passkey_refused")
  // An authenticator may omit the account's handle when a member confirms the identity, but not at a log-in.
  const isSameMember = response.userHandle
    ? base64urlToHex(response.userHandle) === passkey.handle.replaceAll("-", "")
    : purpose === "prove"
  if (!isSameMember) return refuse("passkey_refused")
  const { verifyAuthenticationResponse } = await loadWebauthn()
  const { verified, authenticationInfo } = await refuseOnError(
    verifyAuthenticationResponse({
      response: { id, rawId, type, response, clientExtensionResults: {} },
      ...getExpectations(c, challenge),
      credential: { id, publicKey: hexToBytes(passkey.public_key), counter: passkey.sign_count },
    }),
  )
  if (!verified) return refuse("passkey_refused")
  return {
    passkey,
    recordUse: recordPasskeyUseQuery(passkey.passkey_id, authenticationInfo.newCounter),
  }
}

/** Names of password managers by their AAGUID, which identifies a kind of authenticator. */
const PASSWORD_MANAGERS: Record<string, string> = {
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

/** Returns the passkey to store. Ends the request with `passkey_refused` if the registration is invalid. */
export async function verifyNewPasskey(
  c: Context<ApiEnv>,
  { id, rawId, type, response }: Registration,
  name: string,
): Promise<NewPasskey> {
  const challenge = readChallenge(response.clientDataJSON)
  if (!(await consumeRegistrationChallenge(c.var.db, hashToken(challenge))))
    return refuse("passkey_refused")
  const { verifyRegistrationResponse } = await loadWebauthn()
  const { verified, registrationInfo } = await refuseOnError(
    verifyRegistrationResponse({
      response: { id, rawId, type, response, clientExtensionResults: {} },
      ...getExpectations(c, challenge),
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  if (!verified) return refuse("passkey_refused")
  const { credential, aaguid } = registrationInfo
  return {
    credential: base64urlToHex(credential.id),
    publicKey: Buffer.from(credential.publicKey).toString("hex"),
    signCount: credential.counter,
    transports: response.transports ?? [],
    name: PASSWORD_MANAGERS[aaguid] ?? name,
  }
}
