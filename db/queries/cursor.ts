/** Paging by position: a cursor names the last row seen, so that new rows shift nothing. */

export interface Page<Row> {
  rows: Row[]
  /** Where the next page starts; absent on the last one. */
  next?: string
}

const encode = (position: [string, string]) =>
  Buffer.from(JSON.stringify(position)).toString("base64url")

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const isTime = (text: string) => TIME.test(text) && !Number.isNaN(Date.parse(text))

/** The position in a cursor, whose value `isValue` knows; null for anything that is not one of ours. */
export function decodeCursor(
  cursor: string,
  isValue: (text: string) => boolean = isTime,
): [string, string] | null {
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString())
    if (!Array.isArray(position)) return null
    const [value, id] = position
    const isOurs =
      typeof value === "string" && isValue(value) && typeof id === "string" && ID.test(id)
    return isOurs ? [value, id] : null
  } catch {
    return null
  }
}

/** The page in `rows`, which hold one row more than `limit` when another page follows. */
export function pageOf<Row>(
  rows: Row[],
  limit: number,
  position: (row: Row) => [string, string],
): Page<Row> {
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return last ? { rows: rows.slice(0, limit), next: encode(position(last)) } : { rows }
}
