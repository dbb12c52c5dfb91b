/** What a member's calendar shows, out of the API: their teams, and the events of a list or of a month. */
import type { FetcherStore } from "@nanostores/query"
import { atom, computed, type ReadableAtom } from "nanostores"
import * as z from "zod/mini"
import { COUNTRIES } from "../../countries.ts"
import { dayOf } from "../../i18n/dates.ts"
import type { MessageKey } from "../../i18n/keys.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import {
  $viewer,
  CallError,
  callFor,
  createFetcherStore,
  createMutatorStore,
  createQuery,
  failureOf,
  mutateCache,
  revalidateKeys,
} from "../../islands/query.ts"
import { $session, readSession } from "../../session/session.ts"
import { failed } from "../../shared/call.ts"
import { failureText } from "../../ui/forms/failure-text.ts"
import { showToast } from "../../ui/toast/toasts.ts"
import { MINE } from "../events/event.ts"
import { type CalendarEvent, calendarEvent } from "../events/schema.ts"
import { addDays, monthGrid } from "./days.ts"
import { $filters, $month, $view, type Filters, today } from "./filters.ts"

/** Toasts why something did not work. */
export function toastFailure(title: MessageKey, error: unknown): void {
  // It was for a member who is not here any more.
  if ($session.get().status === "signed-out" && title === "calendar:toasts.loadFailed") return
  const t = pageTranslate()
  const { code } = failureOf(error)
  showToast({ tone: "error", title: t(title), text: t(failureText(code)) })
  // Ended from another device: the page learns it now, not at the next tick.
  if (code === "sign_in_required") void readSession()
}

const toastLoadFailure = (error: unknown) => toastFailure("calendar:toasts.loadFailed", error)

/** Null for nobody, which stops the queries of what only members may read. */
const $member = computed($viewer, (viewer) => viewer || null)

const ownTeam = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  country: z.nullable(z.enum(COUNTRIES)),
  may_post_events: z.boolean(),
})
export type OwnTeam = z.infer<typeof ownTeam>

const $teams = createQuery(
  [computed($member, (member) => member && "/api/teams/mine")],
  z.object({ teams: z.array(ownTeam) }),
  { isForMembers: true },
)

/** The member's teams; null until they are known. Without them nothing can be added, and all else works. */
export const $ownTeams = computed($teams, ({ data, error }) => data?.teams ?? (error ? [] : null))

export const $mayAdd = computed(
  $ownTeams,
  (teams) => teams?.some(({ may_post_events }) => may_post_events) ?? false,
)

/** A team of the address that is not the member's. */
const $foreignTeam = createQuery(
  [
    computed([$ownTeams, $filters], (own, { team }) =>
      own && team && team !== MINE && !own.some(({ slug }) => slug === team)
        ? `/api/teams/${team}`
        : null,
    ),
  ],
  z.object({ name: z.string(), slug: z.string() }),
)

/** Whether the address names a team that there is not. */
export const $isTeamMissing = computed(
  $foreignTeam,
  ({ error }) => error?.failure.code === "not_found",
)

const eventPage = z.object({
  events: z.array(calendarEvent),
  /** Where the next page starts; absent on the last one. */
  next: z.optional(z.string()),
})

/** The names by slug of teams whose events a member was shown: when one of them is chosen, the others stay to choose. */
const $seenTeams = atom<{ member: string | null; names: ReadonlyMap<string, string> }>({
  member: null,
  names: new Map(),
})

function rememberTeams(member: string, events: CalendarEvent[]): void {
  const seen = $seenTeams.get()
  const names = new Map(seen.member === member ? seen.names : [])
  for (const { team_slug, team_name } of events) {
    if (team_slug && team_name) names.set(team_slug, team_name)
  }
  $seenTeams.set({ member, names })
}

/** A page of events; `query` is an address's, `more` goes beside it. */
async function fetchPage(query: string, more: Record<string, string>) {
  const member = $member.get()
  // Dropped from the cache when a member leaves, they would be fetched for nobody.
  if (!member) throw new CallError(failed("sign_in_required").failure)
  const all = new URLSearchParams(query)
  for (const [name, value] of Object.entries(more)) all.set(name, value)
  const page = await callFor(`/api/events?${all}`, eventPage, { cache: "no-store" })
  rememberTeams(member, page.events)
  return page
}

/** Events from all pages until there are so many. */
async function fetchEvents(query: string, more: Record<string, string>, count: number) {
  let { events, next } = await fetchPage(query, more)
  while (next !== undefined && events.length < count) {
    const page = await fetchPage(query, { ...more, cursor: next })
    events = [...events, ...page.events]
    next = page.next
  }
  return { events, next }
}

interface Events {
  key: string
  /** In order of time. */
  events: CalendarEvent[]
}

/**
 * A store of the events that a query finds, null stops it. What is shown stays when it cannot be loaded anew:
 * it is older, but not wrong.
 */
function createEventsStore<Found extends Events>(
  name: string,
  $query: ReadableAtom<string | null>,
  load: (query: string, key: string, shown: Found | undefined) => Promise<Found>,
): FetcherStore<Found, CallError> {
  const $events: FetcherStore<Found, CallError> = createFetcherStore<Found, CallError>(
    [`calendar ${name} `, $member, $query],
    {
      async fetcher(...parts) {
        const key = parts.join("")
        // Not get(): that would listen, and stop listening, while the store is still starting.
        const data = $events.value?.data
        const shown = data?.key === key ? data : undefined
        try {
          return await load(String(parts[2]), key, shown)
        } catch (error) {
          toastLoadFailure(error)
          if (!shown || !$member.get()) throw error
          return shown
        }
      },
    },
  )
  return $events
}

const narrowed = ({ country, team }: Filters, more: Record<string, string> = {}): string =>
  String(new URLSearchParams({ ...(country && { country }), ...(team && { team }), ...more }))

/** The events of a month with those around it: each of its weeks is whole. */
export const $monthEvents = createEventsStore<Events>(
  "month",
  computed([$view, $month, $filters], (view, month, filters) => {
    const days = monthGrid(month).flat()
    // A day more on each side: it is another day elsewhere.
    const from = `${addDays(days[0] ?? "", -1)}T00:00:00.000Z`
    const to = `${addDays(days.at(-1) ?? "", 2)}T00:00:00.000Z`
    return view === "list" ? null : narrowed(filters, { from, to })
  }),
  async (query, key) => {
    const { events } = await fetchEvents(query, {}, Number.POSITIVE_INFINITY)
    return { key, events }
  },
)

/** The calendar as a list: what is coming page by page, and what is past as far back as was wanted. */
export interface Agenda extends Events {
  query: string
  /** Where what is coming goes on; absent at its end. */
  next?: string | undefined
  /** The ISO moment from which on everything is here. */
  since: string
  /** Nothing is earlier than what is here. */
  isFromTheStart: boolean
}

const PAGE_SIZE = "40"

/** Midnight here: 21:00 UTC of the day before in summer, 22:00 in winter. */
function startOfToday(): string {
  const summer = `${addDays(today(), -1)}T21:00:00.000Z`
  return dayOf(summer) === today() ? summer : summer.replace("T21", "T22")
}

export const $agenda = createEventsStore<Agenda>(
  "list",
  computed([$view, $filters], (view, filters) => (view === "list" ? narrowed(filters) : null)),
  async (query, key, shown) => {
    const { since = startOfToday(), isFromTheStart = false, events = [] } = shown ?? {}
    // At least as much as is shown.
    const found = await fetchEvents(query, { from: since, limit: PAGE_SIZE }, events.length)
    return { key, query, since, isFromTheStart, ...found }
  },
)

/** Adds to the list; `load` gets it as it is. */
const extending = (load: (agenda: Agenda) => Promise<Partial<Agenda>>) =>
  createMutatorStore(
    async () => {
      const before = $agenda.get().data
      if (!before) return
      const more = await load(before)
      const present = $agenda.get().data
      // Another list may be shown by now.
      if (present?.key === before.key) mutateCache(before.key, { ...present, ...more })
    },
    { throttleCalls: true, onError: toastLoadFailure },
  )

export const $more = extending(async ({ query, since, next, events }) => {
  const page = await fetchPage(query, { from: since, limit: PAGE_SIZE, cursor: next ?? "" })
  return { events: [...events, ...page.events], next: page.next }
})

const DAY_MS = 86_400_000
/** How far the first look back goes; a look that finds nothing goes twice as far. */
const LOOK_BACK_MS = 90 * DAY_MS
/** Before K-pop came to the Baltics there is nothing to find. */
const BEGINNING = Date.UTC(2000, 0)

export const $earlier = extending(async ({ query, since: to, events }) => {
  const known = new Set(events.map(({ id }) => id))
  const end = Date.parse(to)
  for (let span = LOOK_BACK_MS; ; span *= 2) {
    const since = new Date(Math.max(end - span, BEGINNING)).toISOString()
    const past = await fetchEvents(query, { from: since, to }, Number.POSITIVE_INFINITY)
    const found = past.events.filter(({ id }) => !known.has(id))
    if (found.length > 0) return { events: [...found, ...events], since }
    if (end - span <= BEGINNING) return { since, isFromTheStart: true }
  }
})

/** Loads what is shown while the member's teams are still loaded. Returns what ends it. */
export function startEvents(): () => void {
  const stops = [$agenda, $monthEvents].map(($events) => $events.listen(() => {}))
  return () => {
    for (const stop of stops) stop()
  }
}

/** Loads what is shown anew, after a write. */
export const reload = (): void => revalidateKeys((key) => key.startsWith("calendar "))

/**
 * The teams to choose among: the member's, those of events they were shown, and the one in the address, which
 * has no name when there is no such team.
 */
export const $knownTeams = computed(
  [$ownTeams, $member, $seenTeams, $filters, $foreignTeam, $isTeamMissing],
  (own, member, seen, { team }, foreign, isMissing) => {
    const names = new Map<string, string>([
      ...(team && team !== MINE ? [[team, isMissing ? "" : team] as const] : []),
      ...(seen.member === member ? seen.names : []),
    ])
    for (const { slug, name } of [...(foreign.data ? [foreign.data] : []), ...(own ?? [])]) {
      names.set(slug, name)
    }
    return [...names]
      .map(([slug, name]) => ({ slug, name }))
      .sort((a, b) => a.name.localeCompare(b.name))
  },
)
