/** Codes of a second factor: an app's (TOTP, RFC 6238), and recovery codes. */
import { randomBytes } from "node:crypto"
import { Secret, TOTP } from "otpauth"
import type { RightCode } from "../../../db/queries/accounts/second-factor.ts"
import { SITE } from "../../../src/site.ts"
import { hashToken } from "./tokens.ts"

const SECRET_BYTES = 20
const PERIOD_SECONDS = 30
const DIGITS = 6
/** A code is taken half a minute early and late: people type slowly, and phones' clocks are off. */
const WINDOW = 1
const RECOVERY_CODES = 10
/** 120 bits each: from 112 on a plain hash will do (OWASP ASVS 5.0, 6.5.2). */
const RECOVERY_BYTES = 15

const totp = (secret: string, label = "") =>
  new TOTP({
    issuer: SITE.name,
    label,
    secret: Secret.fromHex(secret),
    digits: DIGITS,
    period: PERIOD_SECONDS,
  })

/** In hexadecimal. */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString("hex")

/** What an app takes: by a QR code, or typed. */
export function enrollment(secret: string, email: string): { address: string; secret: string } {
  const app = totp(secret, email)
  return { address: app.toString(), secret: app.secret.base32 }
}

/** The 30 seconds that a code of the app belongs to, or null for one that is wrong now. */
export function timeStepOf(secret: string, code: string): number | null {
  const token = code.replace(/\s/g, "")
  if (!/^\d{6}$/.test(token)) return null
  const now = Date.now()
  const delta = totp(secret).validate({ token, timestamp: now, window: WINDOW })
  return delta === null ? null : Math.floor(now / 1000 / PERIOD_SECONDS) + delta
}

/** As it is hashed: people leave out hyphens, and type small letters. */
const bare = (code: string) => code.replace(/[^a-z2-7]/gi, "").toUpperCase()

const RECOVERY_LENGTH = (RECOVERY_BYTES * 8) / 5

/** What a code is worth; whether it was taken before, the database knows. Null for none. */
export function readCode(secret: string, code: string): RightCode | null {
  const step = timeStepOf(secret, code)
  if (step !== null) return { step, recoveryHash: null }
  const recovery = bare(code)
  return recovery.length === RECOVERY_LENGTH
    ? { step: null, recoveryHash: hashToken(recovery) }
    : null
}

/** Ten codes as they are shown, once, and their hashes. */
export function newRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const bares = Array.from(
    { length: RECOVERY_CODES },
    () => new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_BYTES)).buffer }).base32,
  )
  return {
    codes: bares.map((code) => code.replace(/(.{4})(?=.)/g, "$1-")),
    hashes: bares.map(hashToken),
  }
}
