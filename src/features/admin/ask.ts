/** What a list is asked for, as the address says it: `?search=…&filter=draft&sort=name`. */

/** By parameter; an empty text is the usual. */
export type Ask = Readonly<Record<string, string>>

/** What each parameter may say: free text, or one of these words, the first of which is the usual one. */
export type AskParams = Readonly<Record<string, readonly string[] | "text">>

/** The longest text; the API reads no more. */
const TEXT_MAX = 100

/** The value as it may be asked for; what is unknown, or usual, is empty. */
function tidy(value: string, known: readonly string[] | "text"): string {
  if (known === "text") return value.trim().replace(/\s+/g, " ").slice(0, TEXT_MAX)
  return known.indexOf(value) > 0 ? value : ""
}

/** Reads the query of an address. */
export function askIn(query: string, params: AskParams): Ask {
  const given = new URLSearchParams(query)
  return Object.fromEntries(
    Object.entries(params).map(([name, known]) => [name, tidy(given.get(name) ?? "", known)]),
  )
}

/** The same query with this in it; what else it holds stays. */
export function queryWith(query: string, ask: Ask): string {
  const params = new URLSearchParams(query)
  for (const [name, value] of Object.entries(ask)) {
    if (value) params.set(name, value)
    else params.delete(name)
  }
  return params.size > 0 ? `?${params}` : ""
}

/** A query of these alone, without the empty ones. */
export const queryOf = (ask: Ask): string => queryWith("", ask)

export const isSameAsk = (one: Ask, other: Ask): boolean => queryOf(one) === queryOf(other)

/** Whether it leaves rows out; another order does not. */
export const isNarrowed = ({ sort: _, ...ask }: Ask): boolean => queryOf(ask) !== ""

/** The ask with these changes, as it may be asked for. */
export const changedAsk = (ask: Ask, changes: Ask, params: AskParams): Ask =>
  askIn(queryOf({ ...ask, ...changes }), params)
