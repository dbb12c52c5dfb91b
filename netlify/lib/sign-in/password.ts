import { availableParallelism } from "node:os"
import { hash, verify } from "@node-rs/argon2"
import type { MiddlewareHandler } from "hono"
import { HTTPException } from "hono/http-exception"
import pLimit from "p-limit"
import { MIN_PASSWORD_LENGTH, normalizePassword } from "../../../src/features/account/schema.ts"
import type { FieldErrorCode } from "../../../src/shared/problem.ts"
import { SITE } from "../../../src/site.ts"
import { createProblem } from "../http/problem.ts"

/** OWASP's second recommendation for argon2id: 19 MiB, 2 iterations, 1 lane. */
const HASH_OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Maximum number of hashes that are computed at the same time. Other requests keep a processor core if there are
 * several, and two of libuv's four threads for files and DNS.
 */
export const MAX_CONCURRENT_HASHES = Math.min(2, Math.max(1, availableParallelism() - 1))
/** A request is refused if its hash would wait longer than this. */
const MAX_WAIT_MS = 10_000

const queue = pLimit(MAX_CONCURRENT_HASHES)
/** Moving average of the duration of a hash. */
let averageMs = 50

const isBusy = () => (queue.pendingCount * averageMs) / MAX_CONCURRENT_HASHES > MAX_WAIT_MS

const createBusyProblem = () =>
  createProblem("busy", {}, { "retry-after": String(MAX_WAIT_MS / 1000) })

/** Refuses a request if its hash would wait too long. Runs before the password is counted as an attempt. */
export const refuseIfBusy: MiddlewareHandler = async (_c, next) =>
  isBusy() ? createBusyProblem() : next()

/** Limits the number of hashes at the same time, so that many guessed passwords do not slow down other requests. */
async function runQueued<Result>(work: () => Promise<Result>): Promise<Result> {
  if (isBusy()) throw new HTTPException(503, { res: createBusyProblem() })
  return queue(async () => {
    const start = performance.now()
    try {
      return await work()
    } finally {
      averageMs += (performance.now() - start - averageMs) / 8
    }
  })
}

export const hashPassword = (password: string): Promise<string> =>
  runQueued(() => hash(normalizePassword(password), HASH_OPTIONS))

// verifyPassword() uses this hash for an unknown account, so that the response is as slow as for a wrong password.
const placeholderHash = hashPassword("placeholder")

/**
 * Returns whether the password matches the hash. A comparison for an unknown account
 * (`storedHash` is null) takes equally long, because clients can measure the duration.
 */
export async function verifyPassword(
  storedHash: string | null,
  password: string,
): Promise<boolean> {
  const comparedHash = storedHash ?? (await placeholderHash)
  const matches = await runQueued(() => verify(comparedHash, normalizePassword(password)))
  return matches && storedHash !== null
}

/** OWASP ASVS 5.0 (6.2.4) requires a check against at least the 3,000 most common passwords of sufficient length. */
const MAX_COMMON_PASSWORDS = 3_000

async function loadCommonPasswords(): Promise<Set<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common")
  // The dictionary starts with the most common passwords.
  const longPasswords = dictionary["passwords-common"].filter(
    ({ length }) => length >= MIN_PASSWORD_LENGTH,
  )
  return new Set(longPasswords.slice(0, MAX_COMMON_PASSWORDS))
}

// Loaded at the first use, because unpacking 49,000 passwords takes 100 ms.
let commonPasswords: Promise<Set<string>> | undefined

/** Returns the error code of a password that is too easy to guess, or null for an acceptable password. */
export async function getPasswordRefusal(
  password: string,
  email: string,
): Promise<FieldErrorCode | null> {
  const lower = password.toLowerCase()
  // Digits and signs at the end do not make the email address's local part or the site's name acceptable.
  const forms = [lower, lower.replace(/[\d\p{P}\p{S}]+$/u, "")]
  const [localPart = ""] = email.toLowerCase().split("@", 1)
  if (lower === email.toLowerCase() || forms.includes(localPart)) return "password_is_email"
  if (forms.includes(SITE.name.toLowerCase())) return "password_common"
  commonPasswords ??= loadCommonPasswords()
  return (await commonPasswords).has(lower) ? "password_common" : null
}
