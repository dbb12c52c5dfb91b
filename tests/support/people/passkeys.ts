import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto"
import { isoCBOR } from "@simplewebauthn/server/helpers"
import type { TestBrowser } from "../browser-like.ts"
import { ORIGIN, openBrowser } from "../browser-like.ts"

const hashText = (text: string) => createHash("sha256").update(text).digest()
const encodeBase64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url")

/** Values in which a response differs from a correct authenticator's response. */
interface Deviations {
  origin?: string
  rpId?: string
  /** Whether the user's fingerprint or PIN was not checked. */
  isUnverified?: boolean
  signatureCount?: number
  userHandle?: string | undefined
  aaguid?: string
}

// Flags of the authenticator data (WebAuthn).
const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const INCLUDES_PUBLIC_KEY = 0x40

/** Creates an authenticator with one passkey. Its signature counter is 0 unless a test sets it. */
export function createAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const { x = "", y = "" } = publicKey.export({ format: "jwk" })
  const id = randomBytes(16)
  let userHandle = encodeBase64url(randomBytes(16))

  function makeAuthenticatorData(
    flags: number,
    { rpId, isUnverified, signatureCount = 0 }: Deviations,
  ) {
    // Hash of the site (32 bytes), flags (1), signature counter (4).
    const bytes = Buffer.alloc(37)
    hashText(rpId ?? new URL(ORIGIN).hostname).copy(bytes)
    bytes[32] = flags | USER_PRESENT | (isUnverified ? 0 : USER_VERIFIED)
    bytes.writeUInt32BE(signatureCount, 33)
    return bytes
  }

  const makeClientData = (type: string, challenge: unknown, { origin = ORIGIN }: Deviations) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  const credential = { id: encodeBase64url(id), rawId: encodeBase64url(id), type: "public-key" }

  return {
    /** Returns the result of `navigator.credentials.create` for these options. */
    register(options: Record<string, unknown>, deviations: Deviations = {}) {
      userHandle = String(Object(options["user"]).id)
      const { aaguid = "00000000-0000-0000-0000-000000000000" } = deviations
      // COSE key: type EC2, algorithm ES256, curve P-256, x and y.
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, "base64url"))],
        [-3, new Uint8Array(Buffer.from(y, "base64url"))],
      ])
      const idLength = Buffer.alloc(2)
      idLength.writeUInt16BE(id.length)
      const authData = Buffer.concat([
        makeAuthenticatorData(INCLUDES_PUBLIC_KEY, deviations),
        Buffer.from(aaguid.replaceAll("-", ""), "hex"),
        idLength,
        id,
        isoCBOR.encode(key),
      ])
      const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", new Uint8Array(authData)],
      ])
      return {
        ...credential,
        response: {
          clientDataJSON: encodeBase64url(
            makeClientData("webauthn.create", options["challenge"], deviations),
          ),
          attestationObject: encodeBase64url(isoCBOR.encode(attestation)),
          transports: ["internal"],
        },
      }
    },
    /** Returns the result of `navigator.credentials.get` for these options. */
    sign(options: Record<string, unknown>, deviations: Deviations = {}) {
      const authData = makeAuthenticatorData(0, deviations)
      const clientData = makeClientData("webauthn.get", options["challenge"], deviations)
      const dataToSign = Buffer.concat([authData, createHash("sha256").update(clientData).digest()])
      const sentHandle = "userHandle" in deviations ? deviations.userHandle : userHandle
      return {
        ...credential,
        response: {
          clientDataJSON: encodeBase64url(clientData),
          authenticatorData: encodeBase64url(authData),
          signature: encodeBase64url(sign("sha256", dataToSign, privateKey)),
          ...(sentHandle !== undefined && { userHandle: sentHandle }),
        },
      }
    },
  }
}

export type SoftAuthenticator = ReturnType<typeof createAuthenticator>

export const callPasskeys = (browser: TestBrowser, method: string, path: string, body?: object) =>
  browser.send(method, `/api/${path}`, body)

/** Returns the options with the challenge that the browser passes to `navigator.credentials`. */
export const fetchOptions = async (browser: TestBrowser, path: string) =>
  (await callPasskeys(browser, "POST", path, {})).json

export async function registerPasskey(
  browser: TestBrowser,
  authenticator = createAuthenticator(),
  deviations: Deviations = {},
) {
  const options = await fetchOptions(browser, "account/passkeys/options")
  const passkey = authenticator.register(options, deviations)
  const response = await callPasskeys(browser, "POST", "account/passkeys", {
    passkey,
    name: "Phone",
  })
  return { authenticator, response, passkey }
}

export async function signInByPasskey(
  authenticator: SoftAuthenticator,
  { browser = openBrowser(), body = {}, deviations = {} }: PasskeySignIn = {},
) {
  const options = await fetchOptions(browser, "auth/passkey/options")
  const passkey = authenticator.sign(options, deviations)
  const response = await callPasskeys(browser, "POST", "auth/passkey", { passkey, ...body })
  return { response, browser, passkey }
}

interface PasskeySignIn {
  browser?: TestBrowser
  body?: object
  deviations?: Deviations
}
