/** Five hundred members who like, vote, ask to join, post and sign up at one moment. */
import { atLeast, atMost, type Figure } from "../bench/table.ts"
import { type LoadSite, MEMBERS, PLACES, percentile, type Timed, timed } from "./site.ts"

/** What a member does, and the row that says so. */
interface Act {
  what: string
  send(site: LoadSite, n: number): Promise<Response>
  /** Counts what is in the database. */
  count(site: LoadSite): Promise<number | null>
}

const ACTS: Act[] = [
  {
    what: "like",
    send: ({ call }, n) => call(n, "PUT", `/api/likes/song/snapshot-song-${1 + (n % 20)}`),
    count: ({ db }) => db.value`
      select count(*) from music_likes join users u on u.id = user_id where email like 'load-%'`,
  },
  {
    what: "vote",
    send: ({ call, idea }, n) => call(n, "PUT", `/api/ideas/${idea}/vote`),
    count: ({ db, idea }) => db.value`select count(*) from idea_votes where idea_id = ${idea}`,
  },
  {
    what: "ask to join",
    send: ({ call }, n) =>
      call(n, "POST", `/api/teams/load-${(n + 1) % MEMBERS}/join-requests`, { message: "Hello" }),
    count: ({ db }) => db.value`
      select count(*) from team_join_requests join users u on u.id = user_id where email like 'load-%'`,
  },
  {
    what: "post",
    send: ({ call }, n) =>
      call(n, "POST", `/api/teams/load-${n}/posts`, {
        ...{ title: "Load", content: "Text.", video_url: null, is_published: true, language: "en" },
      }),
    count: ({ db }) => db.value`select count(*) from team_posts where title = 'Load'`,
  },
  {
    what: "sign up for one event",
    send: ({ call, event }, n) =>
      call(n, "PUT", `/api/events/${event}/signup`, {
        ...{ status: "going", guests: 0, note: null, answers: {} },
      }),
    count: ({ db, event }) => db.value`
      select count(*) from event_signups where event_id = ${event}`,
  },
]

const isDone = ({ status }: Timed) => status >= 200 && status < 300

export async function loadMembers(site: LoadSite): Promise<Figure[]> {
  const began = performance.now()
  const everybody = Array.from({ length: MEMBERS }, (_, n) => n)
  // Each does one thing after the other, and no two begin with the same.
  const done = await Promise.all(
    everybody.map(async (n) => {
      const order = ACTS.map((_, i) => (i + n) % ACTS.length)
      const outcomes: [number, Timed][] = []
      for (const i of order) {
        const act = ACTS[i]
        if (act) outcomes.push([i, await timed(() => act.send(site, n))])
      }
      return outcomes
    }),
  )
  const seconds = (performance.now() - began) / 1000
  const all = done.flat()
  const figures = [
    atLeast(`${MEMBERS} members, all calls`, all.length / seconds, 50, "calls/s"),
    atMost(
      `${MEMBERS} members, failures other than "later"`,
      all.filter(([, one]) => !isDone(one) && one.status !== 503 && one.status !== 429).length,
      0,
      "",
    ),
  ]
  for (const [i, act] of ACTS.entries()) {
    const own = all.flatMap(([which, outcome]) => (which === i ? [outcome] : []))
    const times = own.map(({ ms }) => ms)
    const acknowledged = own.filter(isDone).length
    const stored = Number(await act.count(site))
    const later = `${own.length - acknowledged} of ${own.length} told to come later`
    figures.push(
      atMost(`${act.what}: p50`, percentile(times, 50), 10_000, "ms"),
      atMost(`${act.what}: p99; ${later}`, percentile(times, 99), 20_000, "ms"),
      // What failed on its way back may be stored all the same, and nothing that was acknowledged is not.
      {
        what: `${act.what}: rows for what was acknowledged`,
        measured: `${stored} for ${acknowledged}`,
        budget: "no fewer, and no more than were tried",
        holds: stored >= acknowledged && stored <= own.length,
      },
    )
  }
  const seats = Number(
    await site.db.value`
      select sum(1 + guests) from event_signups where event_id = ${site.event} and status = 'going'`,
  )
  const counted = Number(
    await site.db.value`select going_count from events where id = ${site.event}`,
  )
  return [
    ...figures,
    atMost("Places given", seats, PLACES, ""),
    {
      what: "Places given, as the event counts them",
      measured: String(counted),
      budget: String(seats),
      holds: counted === seats,
    },
  ]
}
