/** Authenticator apps use TOTP (RFC 6238). */
import { randomBytes } from "node:crypto"
import { Secret, TOTP } from "otpauth"
import type { CorrectCode } from "../../../db/queries/accounts/second-factor.ts"
import { SITE } from "../../../src/site.ts"
import { hashToken } from "./tokens.ts"

const SECRET_BYTES = 20
const PERIOD_SECONDS = 30
const DIGITS = 6
/** Accepts codes 30 seconds early and late, for slow typing and wrong clocks. */
const WINDOW = 1
const RECOVERY_CODES = 10
/** From 112 bits on, a plain hash is sufficient (OWASP ASVS 5.0, 6.5.2). */
const RECOVERY_BYTES = 15

const createTotp = (secret: string, label = "") =>
  new TOTP({
    issuer: SITE.name,
    label,
    secret: Secret.fromHex(secret),
    digits: DIGITS,
    period: PERIOD_SECONDS,
  })

/** Returns hexadecimal. */
export const createSecret = (): string => randomBytes(SECRET_BYTES).toString("hex")

/** `address` is for a QR code, and `secret` is text to type. */
export function getEnrollment(secret: string, email: string): { address: string; secret: string } {
  const app = createTotp(secret, email)
  return { address: app.toString(), secret: app.secret.base32 }
}

/** Returns the number of the 30-second period; null for a wrong code. */
export function findTimeStep(secret: string, code: string): number | null {
  const token = code.replace(/\s/g, "")
  if (!/^\d{6}$/.test(token)) return null
  const now = Date.now()
  const delta = createTotp(secret).validate({ token, timestamp: now, window: WINDOW })
  return delta === null ? null : Math.floor(now / 1000 / PERIOD_SECONDS) + delta
}

/** People omit hyphens and type lowercase letters. */
const normalizeCode = (code: string) => code.replace(/[^a-z2-7]/gi, "").toUpperCase()

const RECOVERY_LENGTH = (RECOVERY_BYTES * 8) / 5

/** Returns null for a wrong code. The database later refuses a code that was used before. */
export function readCode(secret: string, code: string): CorrectCode | null {
  const timeStep = findTimeStep(secret, code)
  if (timeStep !== null) return { timeStep, recoveryHash: null }
  const recovery = normalizeCode(code)
  return recovery.length === RECOVERY_LENGTH
    ? { timeStep: null, recoveryHash: hashToken(recovery) }
    : null
}

export function createRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const codes = Array.from(
    { length: RECOVERY_CODES },
    () => new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_BYTES)).buffer }).base32,
  )
  return {
    codes: codes.map((code) => code.replace(/(.{4})(?=.)/g, "$1-")),
    hashes: codes.map(hashToken),
  }
}
