/** The demo's site with 500 members more, each signed in, and what they meet at: teams, an idea, an event. */
import { createHash } from "node:crypto"
import { connect, type Db } from "../../db/client.ts"
import { hashPassword } from "../../netlify/lib/sign-in/password.ts"
import { startBenchSite } from "../bench/bench-site.ts"

export const MEMBERS = 500
export const PASSWORD = "lightstick-of-load"
/** Fewer than members: not everybody gets one. */
export const PLACES = 300

/** What the n-th member's cookie holds. */
const tokenOf = (n: number) => createHash("sha256").update(`load ${n}`).digest("hex").slice(0, 40)

export const emailOf = (n: number) => `load-${n}@daina.test`

export interface LoadSite {
  origin: string
  /** As the owner, for counting. */
  db: Db
  idea: string
  event: string
  /** A call of the n-th member, from an address of their own. */
  call(n: number, method: string, path: string, body?: object): Promise<Response>
  stop(): Promise<void>
}

/** Each member owns a team, and asks to join the next one's. */
async function fill(ownerUrl: string): Promise<void> {
  const db = connect(ownerUrl).as(null, "10min")
  const hash = await hashPassword(PASSWORD)
  const tokens = Array.from({ length: MEMBERS }, (_, n) => tokenOf(n))
  await db.one`
    with people as (
      insert into users (email, password_hash, email_verified_at, vetted_at)
      select 'load-' || n || '@daina.test', ${hash}, now(), now()
      from generate_series(0, ${MEMBERS - 1}::integer) n
      returning id, split_part(split_part(email, '@', 1), '-', 2)::integer as n
    ), names as (
      insert into profiles (user_id, display_name) select id, 'Member ' || n from people
    ), signed_in as (
      insert into sessions (token_hash, user_id, method, remember, expires_at)
      select sha256(convert_to((${tokens}::text[])[n + 1], 'UTF8')), id, 'password', true,
        now() + interval '30 days'
      from people
    ), crews as (
      insert into teams (name, slug, reviewed_at)
      select 'Load ' || n, 'load-' || n, now() from people
      returning id, split_part(slug, '-', 2)::integer as n
    )
    insert into team_members (team_id, user_id, role)
    select crews.id, people.id, 'owner' from crews join people using (n)`
  await db.one`
    insert into ideas (title, description, category) values ('Load', 'For load.', 'other')`
  await db.one`
    insert into events (slug, title, start_date, end_date, event_type, takes_signups, max_participants)
    values ('load', 'Load', now() + interval '9 days', now() + interval '9 days 2 hours', 'public',
      true, ${PLACES})`
}

/** Starts it; `more` adds to what is in the database. */
export async function startLoadSite(
  more: (ownerUrl: string) => Promise<void> = async () => {},
): Promise<LoadSite> {
  let ownerUrl = ""
  const { origin, stop } = await startBenchSite(0, async (url) => {
    ownerUrl = url
    await fill(url)
    await more(url)
  })
  const db = connect(ownerUrl).as(null)
  const idOf = async (row: Promise<string | null>) => (await row) ?? ""
  return {
    origin,
    db,
    stop,
    idea: await idOf(db.value<string>`select id from ideas where title = 'Load'`),
    event: await idOf(db.value<string>`select id from events where slug = 'load'`),
    call: (n, method, path, body) =>
      fetch(origin + path, {
        method,
        headers: {
          origin,
          "content-type": "application/json",
          cookie: `daina_session=${tokenOf(n)}; daina_signed_in=1`,
          "x-forwarded-for": `10.9.${n >> 8}.${n & 255}`,
        },
        ...(method !== "GET" && { body: JSON.stringify(body ?? {}) }),
      }),
  }
}

export interface Timed {
  ms: number
  /** 0 where no answer came. */
  status: number
}

/** How long a call took to its last byte, and how it ended. */
export async function timed(send: () => Promise<Response>): Promise<Timed> {
  const began = performance.now()
  const status = await send()
    .then(async (answer) => {
      await answer.arrayBuffer()
      return answer.status
    })
    .catch(() => 0)
  return { ms: performance.now() - began, status }
}

/** The time within which so many of a hundred were done. */
export function percentile(times: number[], percent: number): number {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0
}
