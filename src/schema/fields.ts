/** Fields that several subjects' forms share, checked alike by the forms and by the functions. */
import * as z from "zod/mini"
import { COUNTRIES } from "../countries.ts"
import { isRecord } from "../shared/json.ts"
import { manyLines, oneLine, withoutHiddenCharacters } from "../shared/plain-text.ts"
import type { FieldErrorCode } from "../shared/problem.ts"

/** Maximum number of characters to process, far above all other limits. */
const RAW_MAX = 100_000
const raw = (required: FieldErrorCode) => z.string(required).check(z.maxLength(RAW_MAX, "too_long"))

// Hidden characters are removed, not refused, because authors could not find them.
const line = (text: string) => oneLine(withoutHiddenCharacters(text))
const lines = (text: string) => manyLines(withoutHiddenCharacters(text))

/** A line that must not be empty. */
export const requiredLine = (max: number, required: FieldErrorCode = "required") =>
  z.pipe(
    z.pipe(raw(required), z.transform(line)),
    z.string().check(z.minLength(1, required), z.maxLength(max, "too_long")),
  )

const orNull = (text: string | null) => text || null

/** Optional text: an empty text is stored as null. */
const optional = (clean: (text: string) => string, max: number) =>
  z.pipe(
    z.nullable(
      z.pipe(
        z.pipe(raw("invalid"), z.transform(clean)),
        z.string().check(z.maxLength(max, "too_long")),
      ),
    ),
    z.transform(orNull),
  )
export const optionalLine = (max: number) => optional(line, max)
export const optionalText = (max: number) => optional(lines, max)
export const requiredText = (max: number) => z.pipe(optionalText(max), z.string("required"))

/** What begins like a host's name: phones and people leave out the scheme. */
const HOST_FIRST = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(:\d+)?([/?#]|$)/u

export const withScheme = (text: string): string =>
  HOST_FIRST.test(text) ? `https://${text}` : text

/** A web address, or none; `complete` makes one of what people write for it. */
export const optionalUrl = (max: number, complete = withScheme, site?: Site) =>
  z.pipe(
    z.nullable(
      z.pipe(
        z.pipe(
          raw("invalid"),
          z.transform((text) => complete(text.trim())),
        ),
        z.string().check(
          z.maxLength(max, "too_long"),
          z.refine((text: string) => text === "" || isWebAddress(text), "invalid_url"),
          z.refine(
            (text: string) => !site || !isWebAddress(text) || site.host.test(hostOf(text)),
            site?.code,
          ),
        ),
      ),
    ),
    z.transform(orNull),
  )

const hostOf = (text: string): string => URL.parse(text)?.hostname ?? ""

function isWebAddress(text: string): boolean {
  return /^https?:\/\//.test(text) && hostOf(text).includes(".")
}

/** Where an address has to lead, since its link says so. */
export interface Site {
  host: RegExp
  code: FieldErrorCode
}

/** Where something is: one of the three countries, or none. */
export const country = z.nullable(z.enum(COUNTRIES, "invalid"))

// Zod's own checks of ids, moments and whole numbers are many times the size of these, on each member's page.
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const MOMENT = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/

function isMoment(text: string): boolean {
  const day = MOMENT.exec(text)?.[1]
  if (!day || Number.isNaN(Date.parse(text))) return false
  // Date takes the 30th of February for the 2nd of March.
  return new Date(day).toISOString().startsWith(day)
}

/** An object of whatever. `z.record` is many times its size. */
export const record = z.custom<Record<string, unknown>>(isRecord)

export const uuid = (error: FieldErrorCode = "invalid") =>
  z.string(error).check(z.regex(UUID, error))

export const whole = (least: number, most: number) =>
  z
    .number("invalid_number")
    .check(
      z.refine(
        (value) => Number.isInteger(value) && value >= least && value <= most,
        "invalid_number",
      ),
    )

/** A moment in ISO 8601, with its offset from UTC. */
export const moment = (error: FieldErrorCode) => z.string(error).check(z.refine(isMoment, error))

/** The `updated_at` of the version that was edited. */
export const basedOn = moment("invalid")

/** Maximum length of an email address (RFC 5321, 4.5.3.1.3, less the brackets). */
const EMAIL_MAX = 254

/**
 * Addresses that `<input type=email>` accepts (HTML, 4.10.5.1.5), with a domain that can receive mail: at least two
 * labels, the last of which is no number. Migration 0051 holds the database's counterpart.
 */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i

/** Matches the domain of an address, without characters that would end the host of a URL. */
const UNICODE_DOMAIN = /@([^\s@/\\?#:%[\]]*[^\0-\x7f][^\s@/\\?#:%[\]]*)$/

/** Returns the address with an internationalized domain in ASCII, as `<input type=email>` gives it. */
const withAsciiDomain = (address: string): string =>
  address.replace(UNICODE_DOMAIN, (rest, domain) => {
    const host = hostOf(`https://${domain}`)
    return host ? `@${host}` : rest
  })

export const email = z.pipe(
  z.pipe(
    z
      .string("required")
      .check(z.trim(), z.minLength(1, "required"), z.maxLength(EMAIL_MAX, "too_long")),
    z.transform(withAsciiDomain),
  ),
  z
    .string()
    .check(z.maxLength(EMAIL_MAX, "too_long"), z.regex(EMAIL, "invalid_email"), z.toLowerCase()),
)

/** What a mailed link carries: 32 random bytes in base64url. */
export const token = z.string("required").check(z.regex(/^[\w-]{43}$/, "invalid"))

/** As many rows as a list of the admin area shows at once. */
const BULK_MAX = 50

/** What is done to one or many rows: `POST /api/admin/<name>/action`. */
export const bulkBody = <const Actions extends readonly string[]>(actions: Actions) =>
  z.object({
    ids: z.array(uuid()).check(z.minLength(1, "required"), z.maxLength(BULK_MAX, "invalid")),
    action: z.enum(actions, "invalid"),
  })
