/** Codes of the second factor: codes of an authenticator app (TOTP, RFC 6238), and recovery codes. */
import { randomBytes } from "node:crypto"
import { Secret, TOTP } from "otpauth"
import type { CodeToUse } from "../../../db/queries/accounts/second-factor.ts"
import { SITE } from "../../../src/site.ts"
import { hashToken } from "./tokens.ts"

const SECRET_BYTES = 20
const PERIOD_SECONDS = 30
const DIGITS = 6
/** Codes of the previous and the next 30 seconds are accepted, for slow typing and wrong clocks. */
const WINDOW_PERIODS = 1
const RECOVERY_CODE_COUNT = 10
/** Number of random bytes. A plain hash is sufficient for a code of at least 112 bits (OWASP ASVS 5.0, 6.5.2). */
const RECOVERY_CODE_BYTES = 15

const createTotp = (secret: string, label = "") =>
  new TOTP({
    issuer: SITE.name,
    label,
    secret: Secret.fromHex(secret),
    digits: DIGITS,
    period: PERIOD_SECONDS,
  })

/** Returns the secret of an authenticator app in hexadecimal digits. */
export const createSecret = (): string => randomBytes(SECRET_BYTES).toString("hex")

/**
 * Returns the URL for a QR code (`address`),
 * and the secret as text that members can type into their authenticator app.
 */
export function getEnrollment(secret: string, email: string): { address: string; secret: string } {
  const app = createTotp(secret, email)
  return { address: app.toString(), secret: app.secret.base32 }
}

/** Returns the number of the 30-second period to which the code belongs; null for a wrong code. */
export function findTimeStep(secret: string, code: string): number | null {
  const token = code.replace(/\s/g, "")
  if (!/^\d{6}$/.test(token)) return null
  const now = Date.now()
  const delta = createTotp(secret).validate({ token, timestamp: now, window: WINDOW_PERIODS })
  return delta === null ? null : Math.floor(now / 1000 / PERIOD_SECONDS) + delta
}

/** Returns the recovery code in capital letters without hyphens and spaces. */
const normalizeCode = (code: string) => code.replace(/[^a-z2-7]/gi, "").toUpperCase()

const BITS_PER_BASE32_CHARACTER = 5
const RECOVERY_CODE_LENGTH = (RECOVERY_CODE_BYTES * 8) / BITS_PER_BASE32_CHARACTER

/**
 * Returns a correct code of the authenticator app, or the hash of a text that is as long as a recovery code, or null.
 * The database must still check that the recovery code exists, or that the app's code was not used before.
 */
export function readCode(secret: string, code: string): CodeToUse | null {
  const timeStep = findTimeStep(secret, code)
  if (timeStep !== null) return { timeStep, recoveryHash: null }
  const recoveryCode = normalizeCode(code)
  return recoveryCode.length === RECOVERY_CODE_LENGTH
    ? { timeStep: null, recoveryHash: hashToken(recoveryCode) }
    : null
}

export function createRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const codes = Array.from(
    { length: RECOVERY_CODE_COUNT },
    () => new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_CODE_BYTES)).buffer }).base32,
  )
  return {
    // Adds a hyphen after every four characters.
    codes: codes.map((code) => code.replace(/(.{4})(?=.)/g, "$1-")),
    hashes: codes.map(hashToken),
  }
}
