export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Returns `map[key]`, but not an inherited function for a key such as `constructor`. */
export const getOwnValue = <Value>(
  map: Readonly<Record<string, Value>>,
  key: string,
): Value | undefined => (Object.hasOwn(map, key) ? map[key] : undefined)

/** Returns undefined for invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
