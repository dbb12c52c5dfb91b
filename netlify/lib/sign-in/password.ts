import { availableParallelism } from "node:os"
import { hash, verify } from "@node-rs/argon2"
import type { MiddlewareHandler } from "hono"
import { HTTPException } from "hono/http-exception"
import pLimit from "p-limit"
import { normalizePassword, PASSWORD_MIN } from "../../../src/features/account/schema.ts"
import type { FieldErrorCode } from "../../../src/shared/problem.ts"
import { SITE } from "../../../src/site.ts"
import { problem } from "../http/problem.ts"

/** OWASP's second recommendation for argon2id: 19 MiB, 2 iterations, 1 lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Leaves one core for other requests, and two of libuv's four threads for files and DNS. */
export const MAX_CONCURRENT_HASHES = Math.min(2, Math.max(1, availableParallelism() - 1))
/** Maximum wait for a hash. Further requests are refused. */
const MAX_WAIT_MS = 10_000

const queue = pLimit(MAX_CONCURRENT_HASHES)
/** Moving average of a hash's duration. */
let averageMs = 50

const isBusy = () => (queue.pendingCount * averageMs) / MAX_CONCURRENT_HASHES > MAX_WAIT_MS

const busyProblem = () => problem("busy", {}, { "retry-after": String(MAX_WAIT_MS / 1000) })

/** Middleware for routes that hash. Runs before an attempt is counted. */
export const refuseIfBusy: MiddlewareHandler = async (_c, next) =>
  isBusy() ? busyProblem() : next()

/** Queues hashes, so that many guesses do not slow down other requests. */
async function runQueued<Result>(work: () => Promise<Result>): Promise<Result> {
  if (isBusy()) throw new HTTPException(503, { res: busyProblem() })
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
  runQueued(() => hash(normalizePassword(password), COST))

// Used if the account does not exist, so that the response takes as long as for a wrong password.
const placeholderHash = hashPassword("placeholder")

/**
 * Checks a password against a stored hash. Older hashes are of passwords that were not normalized, so a password that
 * differs from its normal form is compared in both forms. The number of comparisons depends only on the password, so
 * that timing reveals nothing about the account.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const encoded = stored ?? (await placeholderHash)
  for (const form of new Set([normalizePassword(password), password])) {
    const matches = await runQueued(() => verify(encoded, form))
    if (matches && stored !== null) return true
  }
  return false
}

/** OWASP ASVS 5.0 (6.2.4) requires the 3,000 most common passwords of sufficient length. */
const MAX_COMMON = 3_000

async function loadCommonPasswords(): Promise<Set<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common")
  // The dictionary starts with the most common passwords.
  const long = dictionary["passwords-common"].filter(({ length }) => length >= PASSWORD_MIN)
  return new Set(long.slice(0, MAX_COMMON))
}

// Loaded on first use, because unpacking 49,000 passwords takes 100 ms.
let commonPasswords: Promise<Set<string>> | undefined

/** Returns the reason why a new password is refused, or null. Case makes no difference. */
export async function getPasswordRefusal(
  password: string,
  email: string,
): Promise<FieldErrorCode | null> {
  const lower = password.toLowerCase()
  // Also refuses the local part of the address with digits or signs appended.
  const names = [lower, lower.replace(/[\d\p{P}\p{S}]+$/u, "")]
  const [localPart = ""] = email.toLowerCase().split("@", 1)
  if (lower === email.toLowerCase() || names.includes(localPart)) return "password_is_email"
  if (names.includes(SITE.name.toLowerCase())) return "password_common"
  commonPasswords ??= loadCommonPasswords()
  return (await commonPasswords).has(lower) ? "password_common" : null
}
