/** Schemas of fields that several features share. Forms and functions check with the same schema. */
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

/** Optional text: an empty text is stored as null. `checks` are further checks of the cleaned text. */
const optional = (
  clean: (text: string) => string,
  max: number,
  ...checks: z.core.$ZodCheck<string>[]
) =>
  z.pipe(
    z.nullable(
      z.pipe(
        z.pipe(raw("invalid"), z.transform(clean)),
        z.string().check(z.maxLength(max, "too_long"), ...checks),
      ),
    ),
    z.transform(orNull),
  )
export const optionalLine = (max: number) => optional(line, max)
export const optionalText = (max: number) => optional(lines, max)
export const requiredText = (max: number) => z.pipe(optionalText(max), z.string("required"))

/** Matches a URL without a scheme, which people and phones often leave out. */
const HOST_FIRST = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(:\d+)?([/?#]|$)/u

export const withScheme = (text: string): string =>
  HOST_FIRST.test(text) ? `https://${text}` : text

/** An optional URL. `complete` turns typed text into a URL. `site` restricts its host. */
export const optionalUrl = (max: number, complete = withScheme, site?: Site) =>
  optional(
    (text) => complete(text.trim()),
    max,
    z.refine((text) => text === "" || isWebAddress(text), "invalid_url"),
    z.refine((text) => !site || !isWebAddress(text) || site.host.test(hostOf(text)), site?.code),
  )

const hostOf = (text: string): string => URL.parse(text)?.hostname ?? ""

function isWebAddress(text: string): boolean {
  return /^https?:\/\//.test(text) && hostOf(text).includes(".")
}

/** The site that a URL must belong to, for example Instagram. */
export interface Site {
  host: RegExp
  code: FieldErrorCode
}

/** One of the three countries, or none. */
export const country = z.nullable(z.enum(COUNTRIES, "invalid"))

// Zod's own schemas for ids, dates and whole numbers would add much more script to members' pages.
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const ISO_DATE_TIME = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/

function isMoment(text: string): boolean {
  const day = ISO_DATE_TIME.exec(text)?.[1]
  if (!day || Number.isNaN(Date.parse(text))) return false
  // `Date` turns the 30th of February into the 2nd of March.
  return new Date(day).toISOString().startsWith(day)
}

/** An object with any values. `z.record` would add much more script. */
export const record = z.custom<Record<string, unknown>>(isRecord)

export const uuid = (error: FieldErrorCode = "invalid") =>
  z.string(error).check(z.regex(UUID, error))

/** An integer in a range. */
export const whole = (min: number, max: number) =>
  z
    .number("invalid_number")
    .check(
      z.refine(
        (value) => Number.isInteger(value) && value >= min && value <= max,
        "invalid_number",
      ),
    )

/** A date and time in ISO 8601 with an offset from UTC. */
export const moment = (error: FieldErrorCode) => z.string(error).check(z.refine(isMoment, error))

/** The `updated_at` of the version that an edit is based on. */
export const basedOn = moment("invalid")

/** Maximum length of an email address (RFC 5321, 4.5.3.1.3, less the brackets). */
const EMAIL_MAX = 254

/**
 * Addresses that `<input type=email>` accepts (HTML, 4.10.5.1.5), with a domain that can receive mail: at least two
 * labels, and the last label is not a number. The check of `users.email` in the database is less strict.
 */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i

/** Matches the domain of an address, without characters that would end the host of a URL. */
const UNICODE_DOMAIN = /@([^\s@/\\?#:%[\]]*[^\0-\x7f][^\s@/\\?#:%[\]]*)$/

/** Returns the address with an internationalized domain in ASCII, as `<input type=email>` submits it. */
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

/** The token of a link in an email: 32 random bytes in base64url. */
export const token = z.string("required").check(z.regex(/^[\w-]{43}$/, "invalid"))

/** Maximum number of rows in a bulk action: the number of rows on an admin page. */
const BULK_MAX = 50

/** Body of `POST /api/admin/<name>/action`: an action on one or more rows. */
export const bulkBody = <const Actions extends readonly string[]>(actions: Actions) =>
  z.object({
    ids: z.array(uuid()).check(z.minLength(1, "required"), z.maxLength(BULK_MAX, "invalid")),
    action: z.enum(actions, "invalid"),
  })
