import * as z from "zod/mini"
import { COUNTRIES } from "../countries.ts"
import { isRecord } from "../shared/json.ts"
import { normalizeLine, normalizeLines, removeHiddenCharacters } from "../shared/plain-text.ts"
import type { FieldErrorCode } from "../shared/problem.ts"

/** Longer texts are rejected before they are cleaned. The fields' own limits are far lower. */
const RAW_TEXT_MAX = 100_000
const rawText = (required: FieldErrorCode) =>
  z.string(required).check(z.maxLength(RAW_TEXT_MAX, "too_long"))

// Hidden characters are removed instead of rejected, because authors could not find them.
const cleanLine = (text: string) => normalizeLine(removeHiddenCharacters(text))
const cleanLines = (text: string) => normalizeLines(removeHiddenCharacters(text))

/** Schema of a single line. `max` is its maximum length in characters. */
export const requiredLine = (max: number, required: FieldErrorCode = "required") =>
  z.pipe(
    z.pipe(rawText(required), z.transform(cleanLine)),
    z.string().check(z.minLength(1, required), z.maxLength(max, "too_long")),
  )

const emptyToNull = (text: string | null) => text || null

/** Schema of a text or null. An empty string becomes null. `checks` apply to the cleaned text. */
const optionalCleaned = (
  clean: (text: string) => string,
  max: number,
  ...checks: z.core.$ZodCheck<string>[]
) =>
  z.pipe(
    z.nullable(
      z.pipe(
        z.pipe(rawText("invalid"), z.transform(clean)),
        z.string().check(z.maxLength(max, "too_long"), ...checks),
      ),
    ),
    z.transform(emptyToNull),
  )
export const optionalLine = (max: number) => optionalCleaned(cleanLine, max)
export const optionalText = (max: number) => optionalCleaned(cleanLines, max)
export const requiredText = (max: number) => z.pipe(optionalText(max), z.string("required"))

/** Matches a URL without a scheme. People and phones often leave the scheme out. */
const WITHOUT_SCHEME = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(:\d+)?([/?#]|$)/u

export const addScheme = (text: string): string =>
  WITHOUT_SCHEME.test(text) ? `https://${text}` : text

/** Schema of a web address. `toUrl` converts the typed text to a URL. `site` restricts the host. */
export const optionalUrl = (max: number, toUrl = addScheme, site?: Site) =>
  optionalCleaned(
    (text) => toUrl(text.trim()),
    max,
    z.refine((text) => text === "" || isWebAddress(text), "invalid_url"),
    z.refine((text) => !site || !isWebAddress(text) || site.host.test(getHost(text)), site?.code),
  )

const getHost = (text: string): string => URL.parse(text)?.hostname ?? ""

function isWebAddress(text: string): boolean {
  return /^https?:\/\//.test(text) && getHost(text).includes(".")
}

/** A site to which a URL must belong, and the error code of other URLs. */
export interface Site {
  host: RegExp
  code: FieldErrorCode
}

export const country = z.nullable(z.enum(COUNTRIES, "invalid"))

// These patterns replace Zod's own schemas, which would make members' pages larger.
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const ISO_DATE_TIME = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/

function isIsoDateTime(text: string): boolean {
  const day = ISO_DATE_TIME.exec(text)?.[1]
  if (!day || Number.isNaN(Date.parse(text))) return false
  // Rejects days such as the 30th of February, which `Date` converts to the 2nd of March.
  return new Date(day).toISOString().startsWith(day)
}

export const record = z.custom<Record<string, unknown>>(isRecord)

export const uuid = (error: FieldErrorCode = "invalid") =>
  z.string(error).check(z.regex(UUID, error))

export const wholeNumber = (min: number, max: number) =>
  z
    .number("invalid_number")
    .check(
      z.refine(
        (value) => Number.isInteger(value) && value >= min && value <= max,
        "invalid_number",
      ),
    )

export const dateTime = (error: FieldErrorCode) =>
  z.string(error).check(z.refine(isIsoDateTime, error))

const DAY_PATTERN = /^\d{4}-\d\d-\d\d$/

/** Returns whether a text is an existing day from 2000 to 2100, such as `2026-11-27`. */
export const isDay = (text: string) =>
  DAY_PATTERN.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text) &&
  text >= "2000" &&
  text < "2101"

/** Schema of the `updated_at` in a change of a row. The server rejects the change if the row's `updated_at` differs. */
export const expectedUpdatedAt = dateTime("invalid")

/** RFC 5321 (4.5.3.1.3) limits an email address to 254 characters without the brackets. */
const EMAIL_MAX = 254

/** Matches email addresses that `<input type=email>` accepts, if the domain has at least two labels. */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i

/** Matches a domain with letters outside ASCII. The excluded characters would end the host of a URL. */
const UNICODE_DOMAIN = /@([^\s@/\\?#:%[\]]*[^\0-\x7f][^\s@/\\?#:%[\]]*)$/

/** Converts an internationalized domain to ASCII, as `<input type=email>` does. */
const toAsciiDomain = (address: string): string =>
  address.replace(UNICODE_DOMAIN, (match, domain) => {
    const host = getHost(`https://${domain}`)
    return host ? `@${host}` : match
  })

export const email = z.pipe(
  z.pipe(
    z
      .string("required")
      .check(z.trim(), z.minLength(1, "required"), z.maxLength(EMAIL_MAX, "too_long")),
    z.transform(toAsciiDomain),
  ),
  z
    .string()
    .check(z.maxLength(EMAIL_MAX, "too_long"), z.regex(EMAIL, "invalid_email"), z.toLowerCase()),
)

/** A secret of 32 random bytes, in base64url. */
export const token = z.string("required").check(z.regex(/^[\w-]{43}$/, "invalid"))

/** Maximum number of rows in a bulk action. An admin page lists as many rows. */
const BULK_MAX = 50

/** Schema of a bulk action: the name of the action, and the ids of the rows. */
export const bulkBody = <const Actions extends readonly string[]>(actions: Actions) =>
  z.object({
    ids: z.array(uuid()).check(z.minLength(1, "required"), z.maxLength(BULK_MAX, "invalid")),
    action: z.enum(actions, "invalid"),
  })
