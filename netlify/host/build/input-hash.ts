/** Hashes of the inputs of pages. Pages with equal inputs are equal, so a build skips pages with an unchanged hash. */
import { hash } from "node:crypto"

const cache = new WeakMap<object, string>()

/** Texts with fewer characters are not hashed but used as they are: hashing the inputs of 50,000 pages takes time. */
const MIN_HASHED_LENGTH = 100

/** Returns a hash of a page's input. Hashes of objects are cached, because many pages get the same objects. */
export function hashInput(value: unknown): string {
  if (typeof value === "function") {
    throw new Error("Props of a page contain a function, which cannot be compared between builds.")
  }
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined"
  const cached = cache.get(value)
  if (cached) return cached
  const entries = value instanceof Map || value instanceof Set ? [...value] : value
  const text = Array.isArray(entries)
    ? `[${entries.map(hashInput).join()}]`
    : `{${Object.entries(entries).map(([key, inner]) => `${JSON.stringify(key)}:${hashInput(inner)}`)}}`
  const hashed = text.length < MIN_HASHED_LENGTH ? text : hash("sha1", text, "base64url")
  cache.set(value, hashed)
  return hashed
}
