/** Each read of the API on the demo, and with 100,000 members and 1,000,000 likes: p99 of 1,000 calls. */
import { connect } from "../../db/client.ts"
import type { Figure } from "../bench/table.ts"
import { type LoadSite, percentile, startLoadSite, timed } from "./site.ts"

const MEMBERS = 100_000
const LIKES = 1_000_000
const CALLS = 1000
const AT_ONCE = 4
/** What a busy machine adds to any call now and then. */
const NOISE_MS = 15

const reads = ({ event }: LoadSite): [method: string, path: string, body?: object][] => [
  ["GET", "/api/auth/session"],
  ["GET", "/api/news"],
  ["GET", "/api/news/vilnius-crew-league"],
  ["GET", "/api/events?scope=public"],
  ["GET", "/api/events?limit=40"],
  ["GET", "/api/events/load"],
  ["GET", `/api/events/${event}/signup`],
  ["GET", "/api/my-events"],
  ["GET", "/api/home"],
  ["GET", "/api/teams"],
  ["GET", "/api/teams/mine"],
  ["GET", "/api/teams/rigas-zvaigznes"],
  ["GET", "/api/teams/rigas-zvaigznes/members"],
  ["GET", "/api/teams/rigas-zvaigznes/posts"],
  ["GET", "/api/team-posts?limit=6"],
  ["GET", "/api/ideas"],
  ["GET", "/api/ideas/popular"],
  ["GET", "/api/ideas/similar?title=A+night+bus"],
  ["GET", "/api/likes"],
  ["GET", "/api/spotify-trending-kpop?page=1"],
  ["GET", "/api/spotify-new-albums?page=1"],
  ["GET", "/api/profile"],
  ["GET", "/api/account"],
  ["GET", "/api/account/sessions"],
  ["GET", "/api/account/teams"],
  ["GET", "/api/account/export"],
]

async function measure(site: LoadSite): Promise<Map<string, number>> {
  // An export asks for a fresh sign-in.
  await site.db.one`update sessions set authenticated_at = now()`
  const found = new Map<string, number>()
  for (const [method, path, body] of reads(site)) {
    const times: number[] = []
    for (let i = 0; i < CALLS / AT_ONCE; i += 1) {
      const some = Array.from({ length: AT_ONCE }, (_, n) =>
        timed(() => site.call(n, method, path, body)),
      )
      for (const { ms, status } of await Promise.all(some)) {
        if (status !== 200) throw new Error(`${method} ${path} answered ${status}`)
        times.push(ms)
      }
    }
    // The first ones warm up what is loaded once.
    const name = path.replace(/[\da-f-]{36}/, ":id")
    found.set(`${method} ${name}`, percentile(times.slice(AT_ONCE * 2), 99))
  }
  return found
}

/** Members with ten likes each, and votes; their triggers, which note each change, are of no use here. */
async function fill(ownerUrl: string): Promise<void> {
  const db = connect(ownerUrl).as(null, "30min")
  const tables = ["users", "profiles", "music_likes", "idea_votes"]
  const triggers = (what: string) =>
    tables.map((table) => ({ text: `alter table ${table} ${what} trigger user`, params: [] }))
  await db.batch(triggers("disable"))
  await db.one`
    with people as (
      insert into users (email, email_verified_at)
      select 'many-' || n || '@daina.test', now() from generate_series(1, ${MEMBERS}::integer) n
      returning id
    )
    insert into profiles (user_id, display_name) select id, 'Member' from people`
  const [items = 0, each = 0] = [400, LIKES / MEMBERS]
  await db.one`
    insert into music_likes (user_id, item_type, item_id, item_name, item_artist)
    select id, 'song', 'snapshot-song-' || (1 + (n * 37 + k) % ${items}::integer), 'A song', 'Somebody'
    from (select id, row_number() over () as n from users where email like 'many-%') u,
      generate_series(1, ${each}::integer) k`
  await db.one`
    insert into idea_votes (idea_id, user_id)
    select ideas.id, users.id from users, ideas where users.email like 'many-%' and ideas.title = 'Load'`
  await db.batch(triggers("enable"))
  await db.batch([{ text: "analyze", params: [] }])
}

export async function loadReads(): Promise<Figure[]> {
  const small = await startLoadSite()
  const before = await measure(small).finally(small.stop)
  const large = await startLoadSite(fill)
  const after = await measure(large).finally(large.stop)
  return [...before].map(([what, ms]) => {
    const now = after.get(what) ?? Number.POSITIVE_INFINITY
    return {
      what: `${what}, p99`,
      measured: `${now.toFixed(1)} ms`,
      budget: `≤ 2 × ${ms.toFixed(1)} ms`,
      holds: now <= 2 * ms + NOISE_MS,
    }
  })
}
