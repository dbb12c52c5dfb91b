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

const requests = new Map<string, Promise<Card | null>>()

/**
 * Returns the card of an event or a team, or null if it cannot be loaded. After a failure, the next call tries again.
 */
export function loadCard(path: string): Promise<Card | null> {
  const request = requests.get(path) ?? load(path)
  requests.set(path, request)
  void request.then((card) => card ?? requests.delete(path))
  return request
}
