import {
  type LoadSite,
  MEMBER_COUNT,
  PLACES,
  percentile,
  type TimedResponse,
  timeRequest,
} from "./load-site.ts"
import { atLeast, atMost, exactly, type Result } from "./table.ts"

/**
 * `send` performs the action as the n-th member. `count` returns
 * how many rows the action has stored for all members.
 */
interface Action {
  name: string
  send(site: LoadSite, n: number): Promise<Response>
  count(site: LoadSite): Promise<number | null>
}

const ACTIONS: Action[] = [
  {
    name: "like",
    send: ({ call }, n) => call(n, "PUT", `/api/likes/song/snapshot-song-${1 + (n % 20)}`),
    count: ({ db }) => db.value`
      select count(*) from music_likes join users u on u.id = user_id where email like 'load-%'`,
  },
  {
    name: "vote",
    send: ({ call, idea }, n) => call(n, "PUT", `/api/ideas/${idea}/vote`),
    count: ({ db, idea }) => db.value`select count(*) from idea_votes where idea_id = ${idea}`,
  },
  {
    name: "ask to join",
    send: ({ call }, n) =>
      call(n, "POST", `/api/teams/load-${(n + 1) % MEMBER_COUNT}/join-requests`, {
        message: "Hello",
      }),
    count: ({ db }) => db.value`
      select count(*) from team_join_requests join users u on u.id = user_id where email like 'load-%'`,
  },
  {
    name: "post",
    send: ({ call }, n) =>
      call(n, "POST", `/api/teams/load-${n}/posts`, {
        ...{ title: "Load", content: "Text.", video_url: null, is_published: true, language: "en" },
      }),
    count: ({ db }) => db.value`select count(*) from team_posts where title = 'Load'`,
  },
  {
    name: "sign up for one event",
    send: ({ call, event }, n) =>
      call(n, "PUT", `/api/events/${event}/signup`, {
        ...{ status: "going", guests: 0, note: null, answers: {} },
      }),
    count: ({ db, event }) => db.value`
      select count(*) from event_signups where event_id = ${event}`,
  },
]

const isSuccessful = ({ status }: TimedResponse) => status >= 200 && status < 300

/** All members perform all actions at the same time. Each member performs them one by one, in one of five orders. */
export async function benchMembers(site: LoadSite): Promise<Result[]> {
  const start = performance.now()
  const members = Array.from({ length: MEMBER_COUNT }, (_, n) => n)
  const outcomesByMember = await Promise.all(
    members.map(async (n) => {
      const order = ACTIONS.map((_, i) => (i + n) % ACTIONS.length)
      const memberOutcomes: [number, TimedResponse][] = []
      for (const i of order) {
        const action = ACTIONS[i]
        if (action) memberOutcomes.push([i, await timeRequest(() => action.send(site, n))])
      }
      return memberOutcomes
    }),
  )
  const seconds = (performance.now() - start) / 1000
  const outcomes = outcomesByMember.flat()
  const results = [
    atLeast(`${MEMBER_COUNT} members, all calls`, outcomes.length / seconds, 50, "calls/s"),
    atMost(
      `${MEMBER_COUNT} members, failures other than 503 and 429`,
      outcomes.filter(
        ([, call]) => !isSuccessful(call) && call.status !== 503 && call.status !== 429,
      ).length,
      0,
    ),
  ]
  for (const [i, action] of ACTIONS.entries()) {
    const actionOutcomes = outcomes.flatMap(([index, outcome]) => (index === i ? [outcome] : []))
    const times = actionOutcomes.map(({ ms }) => ms)
    const acknowledged = actionOutcomes.filter(isSuccessful).length
    const storedRows = Number(await action.count(site))
    const retries = `${actionOutcomes.length - acknowledged} of ${actionOutcomes.length} refused or failed`
    results.push(
      atMost(`${action.name}: p50`, percentile(times, 50), 10_000, "ms"),
      atMost(`${action.name}: p99; ${retries}`, percentile(times, 99), 20_000, "ms"),
      // More actions can be stored than acknowledged, because a response can be lost.
      atLeast(
        `${action.name}: stored rows (at least the acknowledged actions)`,
        storedRows,
        acknowledged,
      ),
      atMost(
        `${action.name}: stored rows (at most the attempted actions)`,
        storedRows,
        actionOutcomes.length,
      ),
    )
  }
  const takenPlaces = Number(
    await site.db.value`
      select sum(1 + guests) from event_signups where event_id = ${site.event} and status = 'going'`,
  )
  const countedPlaces = Number(
    await site.db.value`select going_count from events where id = ${site.event}`,
  )
  return [
    ...results,
    atMost("Places taken", takenPlaces, PLACES),
    exactly("Places taken, by the event's counter", countedPlaces, takenPlaces),
  ]
}
