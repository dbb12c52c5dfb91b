/** Site for benchmarks of many requests at the same time. It has many members and teams, one event and one idea. */
import { createHash } from "node:crypto"
import { connect, type Db } from "../../db/client.ts"
import { hashPassword } from "../../netlify/lib/sign-in/password.ts"
import { startBenchSite } from "./bench-site.ts"
import type { Result } from "./table.ts"

export const MEMBER_COUNT = 500
export const MEMBER_PASSWORD = "lightstick-of-load"
/** Number of places at the event. It is smaller than the number of members, so that the event fills up. */
export const PLACES = 300

const createToken = (n: number) =>
  createHash("sha256").update(`load ${n}`).digest("hex").slice(0, 40)

export const getEmail = (n: number) => `load-${n}@daina.test`

export interface LoadSite {
  origin: string
  db: Db
  /** Id of the idea. */
  idea: string
  /** Id of the event. */
  event: string
  /** Sends a request as the n-th member, from a separate IP address. */
  call(n: number, method: string, path: string, body?: object): Promise<Response>
}

async function addMembers(ownerUrl: string): Promise<void> {
  const db = connect(ownerUrl).as(null, "10min")
  const hash = await hashPassword(MEMBER_PASSWORD)
  const tokens = Array.from({ length: MEMBER_COUNT }, (_, n) => createToken(n))
  await db.one`
    with people as (
      insert into users (email, password_hash, email_verified_at, vetted_at)
      select 'load-' || n || '@daina.test', ${hash}, now(), now()
      from generate_series(0, ${MEMBER_COUNT - 1}::integer) n
      returning id, split_part(split_part(email, '@', 1), '-', 2)::integer as n
    ), names as (
      insert into profiles (user_id, display_name) select id, 'Member ' || n from people
    ), signed_in as (
      insert into sessions (token_hash, user_id, method, remember, expires_at)
      select sha256(convert_to((${tokens}::text[])[n + 1], 'UTF8')), id, 'password', true,
        now() + interval '30 days'
      from people
    ), added_teams as (
      insert into teams (name, slug, reviewed_at)
      select 'Load ' || n, 'load-' || n, now() from people
      returning id, split_part(slug, '-', 2)::integer as n
    )
    insert into team_members (team_id, user_id, role)
    select added_teams.id, people.id, 'owner' from added_teams join people using (n)`
  await db.one`
    insert into ideas (title, description, category) values ('Load', 'For load.', 'other')`
  await db.one`
    insert into events (slug, title, start_date, end_date, event_type, takes_signups, max_participants)
    values ('load', 'Load', now() + interval '9 days', now() + interval '9 days 2 hours', 'public',
      true, ${PLACES})`
}

export async function runOnLoadSite(
  benchmark: (site: LoadSite) => Promise<Result[]>,
): Promise<Result[]> {
  const { origin, ownerUrl, stop } = await startBenchSite(0, addMembers)
  const db = connect(ownerUrl).as(null)
  const site: LoadSite = {
    origin,
    db,
    idea: `${await db.value`select id from ideas where title = 'Load'`}`,
    event: `${await db.value`select id from events where slug = 'load'`}`,
    call: (n, method, path, body) =>
      fetch(origin + path, {
        method,
        headers: {
          origin,
          "content-type": "application/json",
          cookie: `daina_session=${createToken(n)}; daina_signed_in=1`,
          "x-forwarded-for": `10.9.${n >> 8}.${n & 255}`,
        },
        ...(method !== "GET" && { body: JSON.stringify(body ?? {}) }),
      }),
  }
  return benchmark(site).finally(stop)
}

export interface TimedResponse {
  ms: number
  /** Status of the response; 0 if the request failed. */
  status: number
}

export async function timeRequest(send: () => Promise<Response>): Promise<TimedResponse> {
  const began = performance.now()
  const status = await send()
    .then(async (response) => {
      await response.arrayBuffer()
      return response.status
    })
    .catch(() => 0)
  return { ms: performance.now() - began, status }
}

export function percentile(times: number[], percent: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0
}
