/** Error responses: problem documents as in RFC 9457. */
import { NeonDbError } from "@neondatabase/serverless"
import { HTTPException } from "hono/http-exception"
import type { Problem, ProblemCode } from "../../../src/shared/problem.ts"

/** Statuses, and titles for the English response. The interface translates the codes. */
export const PROBLEMS = {
  malformed: [400, "The request could not be read"],
  credentials_required: [422, "You must provide either an email or phone number and a password."],
  sign_in_required: [401, "Sign in required"],
  invalid_credentials: [401, "Invalid login credentials"],
  second_factor_required: [401, "A second-factor code is required"],
  passkey_required: [401, "This account requires its passkey"],
  passkey_refused: [401, "This passkey was refused"],
  passkeys_full: [409, "Passkey limit reached"],
  factor_required: [403, "This role requires a second factor"],
  reset_guarded: [403, "An emailed link is not enough for this account"],
  sign_in_over: [401, "This login attempt has expired"],
  has_second_factor: [409, "A second factor is already set up"],
  forbidden: [403, "Not allowed"],
  account_leaving: [409, "This account is about to be deleted"],
  account_blocked: [403, "This account is blocked"],
  demo_account: [403, "Demo accounts cannot log in on a public site"],
  email_unconfirmed: [403, "The email address is not confirmed"],
  sign_in_again: [403, "A recent login is required"],
  cross_site: [403, "Cross-site request refused"],
  not_found: [404, "Not found"],
  email_taken: [409, "An account with this email already exists"],
  slug_taken: [409, "This slug is taken"],
  translation_exists: [409, "A translation into this language already exists"],
  original_unpublished: [409, "The original is not published"],
  already_member: [409, "Already in this team"],
  already_requested: [409, "A request to join already exists"],
  idea_closed: [409, "Voting on this idea is closed"],
  request_declined: [409, "The team declined the request"],
  already_decided: [409, "Already decided"],
  signup_closed: [409, "Sign-up is closed"],
  event_over: [409, "The event is over"],
  event_cancelled: [409, "The event is canceled"],
  event_full: [409, "Not enough places are left"],
  registers_elsewhere: [409, "The event has a registration link"],
  messaged_today: [409, "Three messages were sent in the last 24 hours"],
  profile_incomplete: [409, "The profile has no display name"],
  likes_full: [409, "Like limit reached"],
  last_way_in: [409, "There is no other way to log in"],
  last_super_admin: [409, "The last super admin cannot leave"],
  own_account: [409, "Not allowed on your own account"],
  no_display_name: [409, "Comments need a display name"],
  comments_closed: [409, "The comments are closed"],
  comment_repeated: [409, "You wrote the same comment within the last hour"],
  edit_time_over: [409, "The time for edits is over"],
  own_content: [409, "You cannot report your own content"],
  is_super_admin: [409, "A super admin's profile cannot be hidden"],
  hidden_by_admins: [409, "Hidden by the admins"],
  hidden_by_team: [409, "Hidden by the team"],
  stale: [409, "Changed by someone else in the meantime"],
  link_unusable: [410, "This link has been used or has expired"],
  setup_link_unusable: [410, "This setup link has been used or has expired"],
  too_large: [413, "Too large"],
  unsupported_image: [415, "Unsupported picture format"],
  picture_shape: [422, "The picture is too long and narrow"],
  picture_too_complex: [422, "The picture is too complex to decode"],
  picture_limit: [429, "Daily picture limit reached"],
  uploads_busy: [503, "Too many pictures at once"],
  invalid: [422, "Some fields need attention"],
  rate_limited: [429, "Too many requests"],
  newcomer_limit: [429, "Daily limit for new members reached"],
  daily_limit: [429, "Daily limit reached"],
  account_guarded: [429, "Too many login attempts for this account"],
  internal: [500, "Something went wrong on our side"],
  busy: [503, "The server is busy"],
  sending_unavailable: [503, "Sending is not set up"],
  mail_refused: [502, "The mail server did not accept the email"],
  push_not_subscribed: [409, "This browser gets no push messages"],
  push_failed: [502, "The push service did not accept the message"],
  build_unavailable: [503, "The build service is not available"],
  database_unavailable: [503, "The database is not available"],
  storage_unavailable: [503, "File storage is not available"],
} as const satisfies Record<ProblemCode, readonly [status: number, title: string]>

type ProblemFields = Partial<Pick<Problem, "detail" | "errors" | "current" | "request_id">>

/** Creates a response. By default, `detail` is the title. */
export function createProblem(
  code: ProblemCode,
  fields: ProblemFields = {},
  headers: Record<string, string> = {},
): Response {
  const [status, title] = PROBLEMS[code]
  const body: Problem = { type: "about:blank", title, status, detail: title, code, ...fields }
  return Response.json(body, {
    status,
    headers: {
      "content-type": "application/problem+json",
      "cache-control": "private, no-store",
      ...headers,
    },
  })
}

/** Throws, so that the request ends with this response. */
export function refuseWith(response: Response): never {
  throw new HTTPException(400, { res: response })
}

/** Throws, so that the request ends with this problem. Routes can return `createProblem()` instead. */
export const refuse = (code: ProblemCode, fields?: ProblemFields): never =>
  refuseWith(createProblem(code, fields))

export const requireFound = <Value>(value: Value | null | undefined): Value =>
  value ?? refuse("not_found")

type LimitCode =
  | "rate_limited"
  | "newcomer_limit"
  | "daily_limit"
  | "picture_limit"
  | "account_guarded"

/** `wait` is the number of seconds until the next request is allowed. */
export const createRateLimitProblem = (wait: number, code: LimitCode = "rate_limited"): Response =>
  createProblem(code, {}, { "retry-after": String(wait) })

/** The code `account_guarded` makes the form suggest other ways to log in. */
export const createPasswordLimitProblem = ({
  wait,
  isAccountLimitReached,
}: {
  wait: number
  isAccountLimitReached: boolean
}) => createRateLimitProblem(wait, isAccountLimitReached ? "account_guarded" : "rate_limited")

/** SQLSTATEs of temporary failures, such as lost connections (08), deadlocks (40) and timeouts (57, 55P03). */
const TEMPORARY_FAILURE = /^(08|40|53|57|58|55P03|25P0[34]|25006)/
/** SQLSTATE class of values that Postgres cannot store, such as NUL in a text. */
const INVALID_VALUE = /^22/
/** Functions in db/functions raise the `DA…` codes. */
const SQLSTATE_CODES: Record<string, ProblemCode> = {
  "42501": "forbidden",
  DA409: "stale",
  DA403: "email_unconfirmed",
  DA423: "hidden_by_admins",
  DA401: "demo_account",
  DA402: "second_factor_required",
  // The account has a passkey and no authenticator app.
  DA406: "passkey_required",
  // The passkey was removed or copied.
  DA407: "passkey_refused",
  // A super admin without an authenticator app needs a reset link from the owner of the database.
  DA408: "reset_guarded",
  DA411: "sign_in_over",
  // The code is wrong or was used before.
  DA422: "invalid",
  // Limit of members that no admin has approved yet.
  DA428: "newcomer_limit",
  DA429: "daily_limit",
  DA412: "original_unpublished",
  DA410: "setup_link_unusable",
}
const UNIQUE_VIOLATION = "23505"
const FOREIGN_KEY_VIOLATION = "23503"
const CHECK_VIOLATION = "23514"

export class StorageError extends Error {
  constructor(cause: unknown) {
    super(`The storage of files failed: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    })
    this.name = "StorageError"
  }
}

/** Detects Node's error for a client that closes the connection during its request. */
export const isAborted = (error: unknown): boolean =>
  error instanceof Error &&
  error.message === "aborted" &&
  "code" in error &&
  error.code === "ECONNRESET"

/** A database error without a SQLSTATE means that the database could not be reached. */
export function getProblemCode(error: unknown): ProblemCode {
  if (error instanceof NeonDbError) {
    if (!error.code || TEMPORARY_FAILURE.test(error.code)) return "database_unavailable"
    const code = SQLSTATE_CODES[error.code]
    if (code) return code
    if (INVALID_VALUE.test(error.code)) return "malformed"
  }
  if (error instanceof StorageError) return "storage_unavailable"
  if (isAborted(error)) return "malformed"
  if (error instanceof HTTPException && error.status === 400) return "malformed"
  return "internal"
}

export function createDailyLimitProblem(error: unknown): Response | null {
  const code = getProblemCode(error)
  if (code !== "newcomer_limit" && code !== "daily_limit") return null
  // count_toward_daily_limit() in SQL puts the seconds to wait into the detail.
  return createRateLimitProblem(error instanceof NeonDbError ? Number(error.detail) : 0, code)
}

export const violatesUnique = (error: unknown, constraint: string): boolean =>
  error instanceof NeonDbError && error.code === UNIQUE_VIOLATION && error.constraint === constraint

export const violatesCheck = (error: unknown, constraint?: string): boolean =>
  error instanceof NeonDbError &&
  error.code === CHECK_VIOLATION &&
  (constraint === undefined || error.constraint === constraint)

export const hasTwoSignups = (error: unknown): boolean =>
  violatesCheck(error, "events_signup_here_or_elsewhere")

export const isTranslationIntoOwnLanguage = (error: unknown): boolean =>
  violatesCheck(error) &&
  error instanceof NeonDbError &&
  /_translations$/.test(error.constraint ?? "")

export const violatesReference = (error: unknown): boolean =>
  error instanceof NeonDbError && error.code === FOREIGN_KEY_VIOLATION

export const reportTakenSlug = <Result>(
  constraint: string,
  write: Promise<Result>,
): Promise<Result> =>
  write.catch((error) => {
    if (violatesUnique(error, constraint)) refuse("slug_taken", { errors: { slug: "slug_taken" } })
    throw error
  })
