/** What a call brings: its body, its query, and where it comes from. */
import { isIPv6 } from "node:net"
import type { Context, MiddlewareHandler } from "hono"
import type { output, ZodMiniObject, ZodMiniType } from "zod/mini"
import { decodeCursor, isByName, type ListQuery } from "../../../db/queries/paging.ts"
import { COUNTRIES, type Country } from "../../../src/countries.ts"
import { SORTS, type Sort } from "../../../src/features/admin/list/query.ts"
import { LOCALES, type Locale } from "../../../src/i18n/locales.ts"
import type { basedOn } from "../../../src/schema/fields.ts"
import { isRecord, parseJson } from "../../../src/shared/json.ts"
import { type FieldErrors, fieldErrors, type ProblemCode } from "../../../src/shared/problem.ts"
import { problem, refuse } from "./problem.ts"

/** The largest JSON body: the longest article in four-byte letters, with room for its other fields. */
const JSON_MAX_BYTES = 1_000_000

/** The body's bytes, or null when there are more than `most`; a longer body is not read to its end. */
export async function readBytes(
  request: Pick<Request, "headers" | "body">,
  most: number,
): Promise<Uint8Array | null> {
  if (Number(request.headers.get("content-length")) > most) return null
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > most) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function readJson(c: Context): Promise<unknown> {
  // Other content types could be sent by a form on somebody else's page.
  if (!/^application\/json\b/.test(c.req.header("content-type") ?? "")) {
    refuse("malformed", { detail: "Send JSON" })
  }
  const bytes = (await readBytes(c.req.raw, JSON_MAX_BYTES)) ?? refuse("too_large")
  const json = parseJson(new TextDecoder().decode(bytes))
  return json === undefined ? refuse("malformed") : json
}

function parsed<Schema extends ZodMiniType>(
  schema: Schema,
  json: unknown,
  codeFor: (errors: FieldErrors) => ProblemCode = () => "invalid",
): output<Schema> {
  const result = schema.safeParse(json)
  if (result.success) return result.data
  const errors = fieldErrors(result.error.issues)
  return refuse(codeFor(errors), { errors })
}

/**
 * The body as the schema describes it. Otherwise the call is answered with what is wrong with it; `codeFor`
 * may name that more exactly than `invalid`.
 */
export const readBody = async <Schema extends ZodMiniType>(
  c: Context,
  schema: Schema,
  codeFor?: (errors: FieldErrors) => ProblemCode,
): Promise<output<Schema>> => parsed(schema, await readJson(c), codeFor)

/** Null for each field that a body leaves out although it has to be there, and may be null. */
const nullsFor = (schema: ZodMiniObject, json: unknown): Record<string, null> =>
  Object.fromEntries(
    Object.entries(schema.shape)
      .filter(([name]) => isRecord(json) && !(name in json))
      .filter(([, field]) => {
        const takes = (value: unknown) => (field as ZodMiniType).safeParse(value).success
        return takes(null) && !takes(undefined)
      })
      .map(([name]) => [name, null]),
  )

/** The body of what is created: whatever may be null and is left out is null. */
export async function readNew<Schema extends ZodMiniObject>(
  c: Context,
  schema: Schema,
): Promise<output<Schema>> {
  const json = await readJson(c)
  return parsed(schema, isRecord(json) ? { ...nullsFor(schema, json), ...json } : json)
}

/** A row's fields, of which those that may be null may be undefined: they stay as they are. */
export type Change<Row> = {
  [Name in keyof Row as null extends Row[Name] ? never : Name]: Row[Name]
} & {
  [Name in keyof Row as null extends Row[Name] ? Name : never]?: Row[Name]
}

/**
 * The body of a change, and the `updated_at` that it is based on: whatever may be null and is left out stays as
 * it is.
 */
export async function readChange<Schema extends ZodMiniObject<{ updated_at: typeof basedOn }>>(
  c: Context,
  schema: Schema,
): Promise<{ basedOn: string; change: Change<Omit<output<Schema>, "updated_at">> }> {
  const json = await readJson(c)
  const nulls = nullsFor(schema, json)
  const { updated_at, ...body } = parsed<ZodMiniType<{ updated_at: string }>>(
    schema,
    isRecord(json) ? { ...nulls, ...json } : json,
  )
  const given = Object.entries(body).filter(([name]) => !(name in nulls))
  const change = Object.fromEntries(given) as Change<Omit<output<Schema>, "updated_at">>
  return { basedOn: updated_at, change }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

/** Whether a text is a UUID, of any version but the nil one. */
export const isUuid = (text: string): boolean => UUID.test(text)

/** Answers 404 for an id that cannot be one. */
export const withId: MiddlewareHandler = async (c, next) =>
  isUuid(c.req.param("id") ?? "") ? next() : problem("not_found")

/** `limit` (1 to `most`) and the position that `cursor` names, null at the start. */
export function pageQuery(c: Context, most: number) {
  const limit = Number.parseInt(c.req.query("limit") ?? "", 10)
  const cursor = c.req.query("cursor")
  return {
    limit: Number.isNaN(limit) ? most : Math.min(Math.max(limit, 1), most),
    cursor: cursor ? decodeCursor(cursor) : null,
  }
}

/** The country that `country` names, null for any other word. */
export const countryQuery = (c: Context): Country | null =>
  COUNTRIES.find((country) => country === c.req.query("country")) ?? null

/** The language that `language` names, English for any other word. */
export const localeQuery = (c: Context): Locale =>
  LOCALES.find((locale) => locale === c.req.query("language")) ?? "en"

/** The moment that a parameter names, null for none. */
export function momentQuery(c: Context, name: string): string | null {
  const moment = Date.parse(c.req.query(name) ?? "")
  return Number.isNaN(moment) ? null : new Date(moment).toISOString()
}

/** The longest search; what is longer finds nothing more. */
const SEARCH_MAX = 100

/** The words that `search` names, empty for none. */
export const searchQuery = (c: Context): string =>
  (c.req.query("search") ?? "").trim().slice(0, SEARCH_MAX)

const ADMIN_PAGE_MAX = 50

const isSort = (text: string): text is Sort => SORTS.some((sort) => sort === text)
/** Only what has a beginning is sorted by it. */
const isOfEvents = (sort: Sort) => sort === "start" || sort === "start_desc"

/** What a list of the admin area is asked for; an unknown order is the list's own. */
export function listQuery(c: Context, usual: Sort = "newest"): ListQuery {
  const asked = c.req.query("sort") ?? ""
  const sort = isSort(asked) && (isOfEvents(usual) || !isOfEvents(asked)) ? asked : usual
  const cursor = c.req.query("cursor")
  return {
    search: searchQuery(c),
    filter: c.req.query("filter") || null,
    sort,
    cursor: cursor ? decodeCursor(cursor, isByName(sort) ? () => true : undefined) : null,
    limit: pageQuery(c, ADMIN_PAGE_MAX).limit,
  }
}

/** The first 64 bits: a household has that many addresses to itself. */
function networkOf(address: string): string {
  const [head = "", tail] = address.toLowerCase().split("%", 1)[0]?.split("::") ?? []
  const start = head.split(":").filter(Boolean)
  const end = tail?.split(":").filter(Boolean) ?? []
  const zeros = Array.from({ length: 8 - start.length - end.length }, () => "0")
  return [...start, ...(tail === undefined ? [] : zeros), ...end]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")
}

/** An address as limits count it: IPv4 whole, also where it is written as IPv6; IPv6 by its network. */
export function rateLimitAddress(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "")
  return isIPv6(plain) ? networkOf(plain) : plain
}

/** The address of whoever calls, as the platform knows it; a header that anybody can send does not count. */
export const clientAddress = ({ env }: { env: { netlify?: { ip: string } } }): string =>
  rateLimitAddress(env.netlify?.ip ?? "")
