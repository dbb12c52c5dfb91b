import type { FetcherStore } from "@nanostores/query"
import { atom, computed, type ReadableAtom } from "nanostores"
import * as z from "zod/mini"
import { getLocalDay } from "../../i18n/dates.ts"
import type { MessageKey } from "../../i18n/keys.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import {
  $viewer,
  CallError,
  callOrThrow,
  createFetcherStore,
  createQuery,
  mutateCache,
  revalidateKeys,
  toFailure,
} from "../../islands/query.ts"
import { $session, readSession } from "../../session/session.ts"
import { createFailure } from "../../shared/call.ts"
import { getFailureKey } from "../../ui/forms/failure-keys.ts"
import { showToast } from "../../ui/toast/toasts.ts"
import { VIEWER_FILTER } from "../events/event.ts"
import { type CalendarEvent, calendarEvent } from "../events/schema.ts"
import { ownTeams } from "../teams/schema.ts"
import { addDays, createMonthGrid } from "./days.ts"
import { $filters, $month, $view, type Filters, today } from "./filters.ts"

export function toastFailure(title: MessageKey, error: unknown): void {
  // The member has logged out meanwhile.
  if ($session.get().status === "signed-out" && title === "calendar:toasts.loadFailed") return
  const t = pageTranslate()
  const { code } = toFailure(error)
  showToast({ tone: "error", title: t(title), text: t(getFailureKey(code)) })
  // The session has ended, for example because of a log-out on another device.
  if (code === "sign_in_required") void readSession()
}

const toastLoadFailure = (error: unknown) => toastFailure("calendar:toasts.loadFailed", error)

/** The id is null for anonymous visitors, so that queries do not read. */
const $member = computed($viewer, (viewer) => viewer || null)

const $teams = createQuery([computed($member, (member) => member && "/api/teams/mine")], ownTeams, {
  isForMembers: true,
})

/** The list is null until loaded, and empty after a failure, so that no events can be added. */
export const $ownTeams = computed($teams, ({ data, error }) => data?.teams ?? (error ? [] : null))

export const $mayAdd = computed(
  $ownTeams,
  (teams) => teams?.some(({ may_post_events }) => may_post_events) ?? false,
)

/** The team in the URL, if the member does not belong to it. */
const $foreignTeam = createQuery(
  [
    computed([$ownTeams, $filters], (teams, { team }) =>
      teams && team && team !== VIEWER_FILTER && !teams.some(({ slug }) => slug === team)
        ? `/api/teams/${team}`
        : null,
    ),
  ],
  z.object({ name: z.string(), slug: z.string() }),
)

export const $isTeamMissing = computed(
  $foreignTeam,
  ({ error }) => error?.failure.code === "not_found",
)

const eventPage = z.object({
  events: z.array(calendarEvent),
  next: z.optional(z.string()),
})

/** Names of teams with loaded events, by slug. They stay while the list shows one team. */
const $seenTeams = atom<{ member: string | null; names: ReadonlyMap<string, string> }>({
  member: null,
  names: new Map(),
})

function rememberTeams(member: string, events: CalendarEvent[]): void {
  const seenTeams = $seenTeams.get()
  const names = new Map(seenTeams.member === member ? seenTeams.names : [])
  for (const { team_slug, team_name } of events) {
    if (team_slug && team_name) names.set(team_slug, team_name)
  }
  $seenTeams.set({ member, names })
}

async function fetchPage(query: string, extra: Record<string, string>) {
  const member = $member.get()
  // A log-out clears the cache. The stores then load again, without a member.
  if (!member) throw new CallError(createFailure("sign_in_required").failure)
  const all = new URLSearchParams(query)
  for (const [name, value] of Object.entries(extra)) all.set(name, value)
  const page = await callOrThrow(`/api/events?${all}`, eventPage, { cache: "no-store" })
  rememberTeams(member, page.events)
  return page
}

async function fetchEvents(query: string, extra: Record<string, string>, count: number) {
  let { events, next } = await fetchPage(query, extra)
  while (next !== undefined && events.length < count) {
    const page = await fetchPage(query, { ...extra, cursor: next })
    events = [...events, ...page.events]
    next = page.next
  }
  return { events, next }
}

interface Events {
  key: string
  events: CalendarEvent[]
}

/** The store does not read while the query is null. */
function createEventsStore<Found extends Events>(
  name: string,
  $query: ReadableAtom<string | null>,
  load: (query: string, key: string, shown: Found | undefined) => Promise<Found>,
  onError: (error: unknown) => void = toastLoadFailure,
): FetcherStore<Found, CallError> {
  const $events: FetcherStore<Found, CallError> = createFetcherStore<Found, CallError>(
    [`calendar ${name} `, $member, $query],
    {
      // The parts are the name, the member's id and the query.
      fetcher(...parts) {
        const key = parts.join("")
        // `get()` would start and stop a listener while the store is starting.
        const data = $events.value?.data
        const shown = data?.key === key ? data : undefined
        return load(String(parts[2]), key, shown)
      },
      onError,
    },
  )
  return $events
}

const filterQuery = ({ country, team }: Filters, extra: Record<string, string> = {}): string =>
  String(new URLSearchParams({ ...(country && { country }), ...(team && { team }), ...extra }))

export const $monthEvents = createEventsStore<Events>(
  "month",
  computed([$view, $month, $filters], (view, month, filters) => {
    const days = createMonthGrid(month).flat()
    // Days start at other times in other zones, so the query has one more day on each side.
    const from = `${addDays(days[0] ?? "", -1)}T00:00:00.000Z`
    const to = `${addDays(days.at(-1) ?? "", 2)}T00:00:00.000Z`
    return view === "list" ? null : filterQuery(filters, { from, to })
  }),
  async (query, key) => {
    const { events } = await fetchEvents(query, {}, Number.POSITIVE_INFINITY)
    return { key, events }
  },
)

/** `onError` does nothing, because the list under the month shows the failure. */
export const $nextEvents = createEventsStore<Events>(
  "next",
  computed([$view, $filters], (view, filters) => (view === "list" ? null : filterQuery(filters))),
  async (query, key) => {
    const { events } = await fetchPage(query, { from: getStartOfToday(), limit: "24" })
    return { key, events }
  },
  () => {},
)

interface Agenda extends Events {
  query: string
  next?: string | undefined
  /** The loaded period starts at this moment (ISO). */
  since: string
  includesEarliest: boolean
}

const PAGE_SIZE = "40"

/** Returns midnight in Baltic time, which is 21:00 or 22:00 UTC. */
function getStartOfToday(): string {
  const summer = `${addDays(today(), -1)}T21:00:00.000Z`
  return getLocalDay(summer) === today() ? summer : summer.replace("T21", "T22")
}

export const $agenda = createEventsStore<Agenda>(
  "list",
  computed([$view, $filters], (view, filters) => (view === "list" ? filterQuery(filters) : null)),
  async (query, key, shown) => {
    const { since = getStartOfToday(), includesEarliest = false, events = [] } = shown ?? {}
    const found = await fetchEvents(query, { from: since, limit: PAGE_SIZE }, events.length)
    return { key, query, since, includesEarliest, ...found }
  },
)

/** `load` returns the changed fields of the list. */
async function extendAgenda(load: (agenda: Agenda) => Promise<Partial<Agenda>>): Promise<void> {
  const before = $agenda.get().data
  if (!before) return
  try {
    const more = await load(before)
    const present = $agenda.get().data
    // The filters may have changed meanwhile.
    if (present?.key === before.key) mutateCache(before.key, { ...present, ...more })
  } catch (error) {
    toastLoadFailure(error)
  }
}

export const loadMore = () =>
  extendAgenda(async ({ query, since, next, events }) => {
    const page = await fetchPage(query, { from: since, limit: PAGE_SIZE, cursor: next ?? "" })
    return { events: [...events, ...page.events], next: page.next }
  })

const DAY_MS = 86_400_000
/** Length of the first period in which past events are searched. Each further period is twice as long. */
const LOOK_BACK_MS = 90 * DAY_MS
/** The search for past events ends here. */
const EARLIEST = Date.UTC(2000, 0)

export const loadEarlier = () =>
  extendAgenda(async ({ query, since: to, events }) => {
    const loadedIds = new Set(events.map(({ id }) => id))
    const end = Date.parse(to)
    for (let span = LOOK_BACK_MS; ; span *= 2) {
      const since = new Date(Math.max(end - span, EARLIEST)).toISOString()
      const past = await fetchEvents(query, { from: since, to }, Number.POSITIVE_INFINITY)
      const found = past.events.filter(({ id }) => !loadedIds.has(id))
      if (found.length > 0) return { events: [...found, ...events], since }
      if (end - span <= EARLIEST) return { since, includesEarliest: true }
    }
  })

/** Keeps the stores of all views mounted until the returned function is called. */
export function keepEventsLoaded(): () => void {
  const stops = [$agenda, $monthEvents, $nextEvents].map(($events) => $events.listen(() => {}))
  return () => {
    for (const stop of stops) stop()
  }
}

export const reload = (): void => revalidateKeys((key) => key.startsWith("calendar "))

/** The member's teams, teams of loaded events, and the URL's team (without a name if it does not exist). */
export const $selectableTeams = computed(
  [$ownTeams, $member, $seenTeams, $filters, $foreignTeam, $isTeamMissing],
  (ownTeams, member, seenTeams, { team }, foreignTeam, isMissing) => {
    const names = new Map<string, string>([
      ...(team && team !== VIEWER_FILTER ? [[team, isMissing ? "" : team] as const] : []),
      ...(seenTeams.member === member ? seenTeams.names : []),
    ])
    for (const { slug, name } of [
      ...(foreignTeam.data ? [foreignTeam.data] : []),
      ...(ownTeams ?? []),
    ]) {
      names.set(slug, name)
    }
    return [...names]
      .map(([slug, name]) => ({ slug, name }))
      .sort((a, b) => a.name.localeCompare(b.name))
  },
)
