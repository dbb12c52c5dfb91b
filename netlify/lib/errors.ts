/** What a thrown error means to the caller. */
import { NeonDbError } from "@neondatabase/serverless"
import { HTTPException } from "hono/http-exception"
import type { ProblemCode } from "../../src/problem.ts"
import { problem } from "./problem.ts"

/** SQLSTATE classes and codes that say "not now": connection trouble, shutting down, out of connections. */
const UNAVAILABLE = /^(08|57P0[1-3]|53300)/
/** The class of values that Postgres cannot take: a NUL in a text, a lone surrogate. */
const UNUSABLE_VALUE = /^22/
const INSUFFICIENT_PRIVILEGE = "42501"
const UNIQUE_VIOLATION = "23505"
const FOREIGN_KEY_VIOLATION = "23503"
const CHECK_VIOLATION = "23514"
/** Raised by functions of ours whose caller decided by what is outdated. */
const OUTDATED = "DA409"
/** Raised where a member publishes what who runs the site has hidden. */
const HIDDEN = "DA423"

/** The code of an error that nobody expected. Without an SQLSTATE the database did not answer at all. */
export function codeOf(error: unknown): ProblemCode {
  if (error instanceof NeonDbError) {
    if (!error.code || UNAVAILABLE.test(error.code)) return "database_unavailable"
    if (error.code === INSUFFICIENT_PRIVILEGE) return "forbidden"
    if (error.code === OUTDATED) return "stale"
    if (error.code === HIDDEN) return "hidden_by_admins"
    if (UNUSABLE_VALUE.test(error.code)) return "malformed"
  }
  if (error instanceof HTTPException && error.status === 400) return "malformed"
  return "internal"
}

/** Whether a write ran into that unique constraint. */
export const violates = (error: unknown, constraint: string): boolean =>
  error instanceof NeonDbError && error.code === UNIQUE_VIOLATION && error.constraint === constraint

/** Whether a write ran into a check of its table. */
export const violatesCheck = (error: unknown): boolean =>
  error instanceof NeonDbError && error.code === CHECK_VIOLATION

/** Runs a write; a slug that another row has is the writer's to change. */
export async function orSlugTaken(
  constraint: string,
  write: () => Promise<Response>,
): Promise<Response> {
  try {
    return await write()
  } catch (error) {
    if (violates(error, constraint))
      return problem("slug_taken", { errors: { slug: "slug_taken" } })
    throw error
  }
}

/** Whether a write named a row that is not there. */
export const violatesReference = (error: unknown): boolean =>
  error instanceof NeonDbError && error.code === FOREIGN_KEY_VIOLATION
