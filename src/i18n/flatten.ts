/** Message files as keys with texts. */
import { isRecord } from "../shared/json.ts"
import type { Messages } from "./keys.ts"

function* leaves(tree: Record<string, unknown>, path: string): Generator<[string, string]> {
  for (const [key, value] of Object.entries(tree)) {
    if (isRecord(value)) yield* leaves(value, `${path}${key}.`)
    else yield [`${path}${key}`, String(value)]
  }
}

/** The texts of a namespace's file by their full keys. */
export const flatten = (namespace: string, tree: unknown): Messages =>
  isRecord(tree) ? Object.fromEntries(leaves(tree, `${namespace}:`)) : {}
