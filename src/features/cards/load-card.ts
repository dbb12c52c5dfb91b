import { parseCardPath } from "../../markdown/blocks.ts"
import { call } from "../../shared/call.ts"
import { publicEvent } from "../events/schema.ts"
import { team } from "../teams/schema.ts"
import type { Card } from "./cards.ts"

async function load(path: string): Promise<Card | null> {
  const kind = parseCardPath(path)?.kind
  if (!kind) return null
  const result = await call(`/api${path}`, {
    read: (json): Card =>
      kind === "event"
        ? { kind, event: publicEvent.parse(json) }
        : { kind, team: team.parse(json) },
  })
  return result.ok ? result.body : null
}

const loaded = new Map<string, Promise<Card | null>>()

/** Returns a card, or null if the item cannot be loaded. The next call then tries again. */
export function loadCard(path: string): Promise<Card | null> {
  const loading = loaded.get(path) ?? load(path)
  loaded.set(path, loading)
  void loading.then((card) => card ?? loaded.delete(path))
  return loading
}
