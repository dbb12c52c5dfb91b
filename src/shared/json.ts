export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** `map[key]` would return an inherited function for a key such as `constructor`. */
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
