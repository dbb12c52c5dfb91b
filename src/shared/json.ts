/** Helpers to read unchecked JSON. */

/** Returns whether a value is an object with named fields. Arrays are not. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * Returns a map's value for a key that a member chose. Without this check `constructor` and `__proto__` would
 * return what every object inherits.
 */
export const ownValue = <Value>(
  map: Readonly<Record<string, Value>>,
  key: string,
): Value | undefined => (Object.hasOwn(map, key) ? map[key] : undefined)

/** Returns the parsed value, or undefined when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
