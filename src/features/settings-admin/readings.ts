/** What the settings screen reads: from the server's probes, and from live updates by this browser. */
import { atom } from "nanostores"
import * as z from "zod/mini"
import { type Answer, call, type Failure } from "../../call.ts"
import { publishingCalls } from "../admin/publishing.ts"
import { parseSession } from "../session/session.ts"

const probe = z.object({ ok: z.boolean(), ms: z.number() })

const serverSettings = z.object({
  database: probe,
  authentication: probe,
  storage: probe,
  row_level_security: probe,
  password_min: z.number(),
  mail: z.enum(["smtp", "outbox", "none"]),
  google: z.boolean(),
  telegram: z.boolean(),
})

export type ServerSettings = z.infer<typeof serverSettings>

export type Reading<Value> =
  | { status: "checking" }
  | { status: "failed"; failure: Failure }
  | { status: "read"; value: Value }

export interface Readings {
  server: Reading<ServerSettings>
  /** Milliseconds until both answered. */
  live: Reading<number>
}

export interface ReadingCalls {
  server: () => Promise<Answer<ServerSettings>>
  live: () => Promise<Answer<number>>
}

/** Live updates are the session, read anew every 30 s, and the version of the built site. */
async function readLive(): Promise<Answer<number>> {
  const began = performance.now()
  const [built, session] = await Promise.all([
    publishingCalls.built(),
    call("/api/auth/session", { read: parseSession, cache: "no-store" }),
  ])
  if (!built.ok) return built
  if (!session.ok) return session
  return { ...session, body: Math.round(performance.now() - began) }
}

const readingCalls: ReadingCalls = {
  server: () => call("/api/admin/settings", { read: (json) => serverSettings.parse(json) }),
  live: readLive,
}

const readingOf = <Value>(answer: Answer<Value>): Reading<Value> =>
  answer.ok ? { status: "read", value: answer.body } : { status: "failed", failure: answer.failure }

export function createReadings(calls: ReadingCalls = readingCalls) {
  const $readings = atom<Readings>({ server: { status: "checking" }, live: { status: "checking" } })
  let latest = 0

  /** Reads all anew; of two checks at once, the later counts. */
  async function check(): Promise<void> {
    latest += 1
    const mine = latest
    $readings.set({ server: { status: "checking" }, live: { status: "checking" } })
    const take = (changes: Partial<Readings>) => {
      if (mine === latest) $readings.set({ ...$readings.get(), ...changes })
    }
    await Promise.all([
      calls.server().then((answer) => take({ server: readingOf(answer) })),
      calls.live().then((answer) => take({ live: readingOf(answer) })),
    ])
  }

  return { $readings, check }
}
