import { isIPv6 } from "node:net"
import type { Context, MiddlewareHandler } from "hono"
import type { output, ZodMiniObject, ZodMiniType } from "zod/mini"
import { decodeCursor, type ListQuery, sortsByName } from "../../../db/queries/paging.ts"
import { COUNTRIES, type Country } from "../../../src/countries.ts"
import { SORTS, type Sort } from "../../../src/features/admin/list/query.ts"
import { LOCALES, type Locale } from "../../../src/i18n/locales.ts"
import type { expectedUpdatedAt } from "../../../src/schema/fields.ts"
import { isRecord, parseJson } from "../../../src/shared/json.ts"
import {
  collectFieldErrors,
  type FieldErrors,
  type ProblemCode,
} from "../../../src/shared/problem.ts"
import { createProblem, refuse } from "./problem.ts"

/** Maximum size of a JSON body. The longest article fits, even if each of its characters takes four bytes. */
const MAX_JSON_BYTES = 1_000_000

/** Returns null if the body is longer than `maxBytes`, without reading the remaining bytes. */
export async function readBytes(
  request: Pick<Request, "headers" | "body">,
  maxBytes: number,
): Promise<Uint8Array | null> {
  if (Number(request.headers.get("content-length")) > maxBytes) return null
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function readJson(c: Context): Promise<unknown> {
  // Forms on other sites cannot send this content type.
  if (!/^application\/json\b/.test(c.req.header("content-type") ?? "")) {
    refuse("malformed", { detail: "Send JSON" })
  }
  const bytes = (await readBytes(c.req.raw, MAX_JSON_BYTES)) ?? refuse("too_large")
  const json = parseJson(new TextDecoder().decode(bytes))
  return json === undefined ? refuse("malformed") : json
}

function parseOrRefuse<Schema extends ZodMiniType>(
  schema: Schema,
  json: unknown,
  chooseCode: (errors: FieldErrors) => ProblemCode = () => "invalid",
): output<Schema> {
  const result = schema.safeParse(json)
  if (result.success) return result.data
  const errors = collectFieldErrors(result.error.issues)
  return refuse(chooseCode(errors), { errors })
}

/** Parses the body. Refuses an invalid body with the field errors and the code of `chooseCode`. */
export const readBody = async <Schema extends ZodMiniType>(
  c: Context,
  schema: Schema,
  chooseCode?: (errors: FieldErrors) => ProblemCode,
): Promise<output<Schema>> => parseOrRefuse(schema, await readJson(c), chooseCode)

/** Returns an object with null for each field that the body omits, although the schema requires it and allows null. */
const createNullsForOmittedFields = (schema: ZodMiniObject, json: unknown): Record<string, null> =>
  Object.fromEntries(
    Object.entries(schema.shape)
      .filter(([name]) => isRecord(json) && !(name in json))
      .filter(([, field]) => {
        const accepts = (value: unknown) => (field as ZodMiniType).safeParse(value).success
        return accepts(null) && !accepts(undefined)
      })
      .map(([name]) => [name, null]),
  )

/** Reads the body of a request that creates a row. Omitted nullable fields become null. */
export async function readNewRow<Schema extends ZodMiniObject>(
  c: Context,
  schema: Schema,
): Promise<output<Schema>> {
  const json = await readJson(c)
  return parseOrRefuse(
    schema,
    isRecord(json) ? { ...createNullsForOmittedFields(schema, json), ...json } : json,
  )
}

/** The new values of a row. Nullable fields can be omitted, and then the row keeps its values for them. */
export type Change<Row> = {
  [Name in keyof Row as null extends Row[Name] ? never : Name]: Row[Name]
} & {
  [Name in keyof Row as null extends Row[Name] ? Name : never]?: Row[Name]
}

/**
 * Reads the body of a request that edits a row. `expectedUpdatedAt` is the row's `updated_at` when the client read it,
 * so that the query can refuse the change if the row was edited after that.
 */
export async function readChange<
  Schema extends ZodMiniObject<{ updated_at: typeof expectedUpdatedAt }>,
>(
  c: Context,
  schema: Schema,
): Promise<{ expectedUpdatedAt: string; change: Change<Omit<output<Schema>, "updated_at">> }> {
  const json = await readJson(c)
  const nulls = createNullsForOmittedFields(schema, json)
  const { updated_at, ...body } = parseOrRefuse<ZodMiniType<{ updated_at: string }>>(
    schema,
    isRecord(json) ? { ...nulls, ...json } : json,
  )
  const changes = Object.entries(body).filter(([name]) => !(name in nulls))
  const change = Object.fromEntries(changes) as Change<Omit<output<Schema>, "updated_at">>
  return { expectedUpdatedAt: updated_at, change }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

export const isUuid = (text: string): boolean => UUID.test(text)

export const requireUuid: MiddlewareHandler = async (c, next) =>
  isUuid(c.req.param("id") ?? "") ? next() : createProblem("not_found")

/**
 * Parses the parameters `limit` and `cursor`. `cursor` is the last row of the previous page;
 * null for the first page.
 */
export function readPageQuery(c: Context, maxRows: number) {
  const limit = Number.parseInt(c.req.query("limit") ?? "", 10)
  const cursor = c.req.query("cursor")
  return {
    limit: Number.isNaN(limit) ? maxRows : Math.min(Math.max(limit, 1), maxRows),
    cursor: cursor ? decodeCursor(cursor) : null,
  }
}

export const readCountry = (c: Context): Country | null =>
  COUNTRIES.find((country) => country === c.req.query("country")) ?? null

export const readLocale = (c: Context): Locale =>
  LOCALES.find((locale) => locale === c.req.query("language")) ?? "en"

/** Returns an ISO time; null if the parameter is missing or invalid. */
export function readTime(c: Context, name: string): string | null {
  const time = Date.parse(c.req.query(name) ?? "")
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

const MAX_SEARCH_LENGTH = 100

export const readSearch = (c: Context): string =>
  (c.req.query("search") ?? "").trim().slice(0, MAX_SEARCH_LENGTH)

const MAX_ADMIN_PAGE_SIZE = 50

const isSort = (text: string): text is Sort => SORTS.some((sort) => sort === text)
const isByStart = (sort: Sort) => sort === "start" || sort === "start_desc"

/**
 * Parses the parameters of an admin list. `defaultSort` replaces an unknown order,
 * and replaces an order by start time unless the list is by default ordered by start time.
 */
export function readListQuery(c: Context, defaultSort: Sort = "newest"): ListQuery {
  const requested = c.req.query("sort") ?? ""
  const sort =
    isSort(requested) && (isByStart(defaultSort) || !isByStart(requested)) ? requested : defaultSort
  const cursor = c.req.query("cursor")
  return {
    search: readSearch(c),
    filter: c.req.query("filter") || null,
    sort,
    cursor: cursor ? decodeCursor(cursor, sortsByName(sort) ? () => true : undefined) : null,
    limit: readPageQuery(c, MAX_ADMIN_PAGE_SIZE).limit,
  }
}

/**
 * Returns the first 64 bits of an IPv6 address:
 * an internet connection usually has all addresses that begin with them.
 */
function getIpv6Network(address: string): string {
  // The name of a network interface, such as %eth0, may follow the address. `::` stands for groups of zeros.
  const [plainAddress = ""] = address.toLowerCase().split("%", 1)
  const [before = "", after] = plainAddress.split("::")
  const groupsBefore = before.split(":").filter(Boolean)
  const groupsAfter = after?.split(":").filter(Boolean) ?? []
  const zeroCount = after === undefined ? 0 : 8 - groupsBefore.length - groupsAfter.length
  return [...groupsBefore, ...Array.from({ length: zeroCount }, () => "0"), ...groupsAfter]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")
}

/** Returns the key by which rate limits count requests: a full IPv4 address, or the network of an IPv6 address. */
export function toRateLimitAddress(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "")
  return isIPv6(plain) ? getIpv6Network(plain) : plain
}

/** Returns the client's IPv4 address or IPv6 network, by which rate limits count requests. */
export const getClientAddress = ({ env }: { env: { netlify?: { ip: string } } }): string =>
  toRateLimitAddress(env.netlify?.ip ?? "")
