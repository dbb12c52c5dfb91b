/** Helpers for values from parsed JSON whose type is not checked yet. */

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * Returns a map's value for a key that comes from a request. A plain `map[key]` would return an inherited function for
 * keys such as `constructor`.
 */
export const getOwnValue = <Value>(
  map: Readonly<Record<string, Value>>,
  key: string,
): Value | undefined => (Object.hasOwn(map, key) ? map[key] : undefined)

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
