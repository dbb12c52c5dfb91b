/** Passwords: hashed by argon2id, and those that are guessed first refused. */
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

/** One core is for who reads, and of libuv's four threads two are for files and names. */
export const MAX_CONCURRENT_HASHES = Math.min(2, Math.max(1, availableParallelism() - 1))
/** Whoever would wait longer for a hash is asked to come again. */
const WAIT_MAX_MS = 10_000

const turns = pLimit(MAX_CONCURRENT_HASHES)
/** What a hash takes here and now, a sliding mean in milliseconds. */
let typicalMs = 50

const isBusy = () => (turns.pendingCount * typicalMs) / MAX_CONCURRENT_HASHES > WAIT_MAX_MS

const tooBusy = () => problem("busy", {}, { "retry-after": String(WAIT_MAX_MS / 1000) })

/** For routes that hash: refuses early, before an attempt is counted. */
export const hashing: MiddlewareHandler = async (_c, next) => (isBusy() ? tooBusy() : next())

/** Strangers' guesses take turns, so that the machine stays free for who reads meanwhile. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (isBusy()) throw new HTTPException(503, { res: tooBusy() })
  return turns(async () => {
    const start = performance.now()
    try {
      return await work()
    } finally {
      typicalMs += (performance.now() - start - typicalMs) / 8
    }
  })
}

/** Returns the encoded hash of a password, with its salt and cost. */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(normalizePassword(password), COST))

// Compared when the account does not exist, so that the response takes as long as for a wrong password.
const placeholderHash = hashPassword("nobody")

/**
 * Checks a password against a stored hash. Older hashes are of passwords that were not normalized, so a password that
 * differs from its normal form is compared in both forms. The number of comparisons for a refusal depends only on the
 * password, so that timing reveals nothing about the account.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const encoded = stored ?? (await placeholderHash)
  for (const form of new Set([normalizePassword(password), password])) {
    const matches = await inTurn(() => verify(encoded, form))
    if (matches && stored !== null) return true
  }
  return false
}

/** As OWASP's ASVS 5.0 (6.2.4) has it: the most common of those that are long enough. */
const COMMON_MAX = 3_000

async function loadCommon(): Promise<Set<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common")
  // The most common first.
  const long = dictionary["passwords-common"].filter(({ length }) => length >= PASSWORD_MIN)
  return new Set(long.slice(0, COMMON_MAX))
}

// When it is first needed: unpacking 49,000 passwords takes a tenth of a second.
let common: Promise<Set<string>> | undefined

/** Returns why a new password is refused for the account with that address, or null. Case makes no difference. */
export async function refusedPassword(
  password: string,
  email: string,
): Promise<FieldErrorCode | null> {
  const lower = password.toLowerCase()
  // "mari2008!" is Mari's, too.
  const names = [lower, lower.replace(/[\d\p{P}\p{S}]+$/u, "")]
  const [localPart = ""] = email.toLowerCase().split("@", 1)
  if (lower === email.toLowerCase() || names.includes(localPart)) return "password_is_email"
  if (names.includes(SITE.name.toLowerCase())) return "password_common"
  common ??= loadCommon()
  return (await common).has(lower) ? "password_common" : null
}
