/** The events, teams and rights for the members' calendar, loaded from the API. */
import type { FetcherStore, FetcherValue } from "@nanostores/query"
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
  createMemberQuery,
  createQuery,
  mutateCache,
  revalidateKeys,
  toFailure,
} from "../../islands/query.ts"
import { $session, readSession } from "../../session/session.ts"
import { createFailure } from "../../shared/call.ts"
import { currentTime } from "../../shared/clock.ts"
import { getFailureKey } from "../../ui/forms/failure-keys.ts"
import { showToast } from "../../ui/toast/toasts.ts"
import { isOver, VIEWER_FILTER } from "../events/event.ts"
import { type CalendarEvent, calendarEvent } from "../events/schema.ts"
import { ownTeams } from "../teams/schema.ts"
import { addDays, createMonthGrid, getMonth, getStartDay } from "./days.ts"
import { $filters, $month, $openingMonth, $view, type Filters, getToday } from "./filters.ts"

export function toastFailure(title: MessageKey, error: unknown): void {
  // After a log-out, lists cannot be loaded, which is no failure.
  if ($session.get().status === "signed-out" && title === "calendar:toasts.loadFailed") return
  const t = pageTranslate()
  const { code } = toFailure(error)
  showToast({ tone: "error", title: t(title), text: t(getFailureKey(code)) })
  // The session has ended, for example because of a log-out on another device.
  if (code === "sign_in_required") void readSession()
}

const toastLoadFailure = (error: unknown) => toastFailure("calendar:toasts.loadFailed", error)

/** Id of the member, or null for an anonymous visitor. Queries with null load nothing. */
const $member = computed($viewer, (viewer) => viewer || null)

const $teams = createMemberQuery("/api/teams/mine", ownTeams)

/** The member's teams: null until loaded, and empty after a failure, so that no events can be added. */
export const $ownTeams = computed($teams, ({ data, error }) => data?.teams ?? (error ? [] : null))

export const $mayAdd = computed(
  $ownTeams,
  (teams) => teams?.some(({ may_post_events }) => may_post_events) ?? false,
)

/** The team that the URL filters by, if the member does not belong to it. */
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
  /** Cursor of the next page. Absent on the last page. */
  next: z.optional(z.string()),
})

/** Names of teams with loaded events, by slug. Kept for the team filter, also while the list shows one team. */
const $teamsOfLoadedEvents = atom<{ member: string | null; names: ReadonlyMap<string, string> }>({
  member: null,
  names: new Map(),
})

function rememberTeams(member: string, events: CalendarEvent[]): void {
  const earlierTeams = $teamsOfLoadedEvents.get()
  const names = new Map(earlierTeams.member === member ? earlierTeams.names : [])
  for (const { team_slug, team_name } of events) {
    if (team_slug && team_name) names.set(team_slug, team_name)
  }
  $teamsOfLoadedEvents.set({ member, names })
}

/** `query` contains the filters, `extra` further parameters. */
async function fetchPage(query: string, extra: Record<string, string>) {
  const member = $member.get()
  // A log-out clears the cache, so that the stores load again. Without a member, they must not call the API.
  if (!member) throw new CallError(createFailure("sign_in_required").failure)
  const parameters = new URLSearchParams(query)
  for (const [name, value] of Object.entries(extra)) parameters.set(name, value)
  const page = await callOrThrow(`/api/events?${parameters}`, eventPage, { cache: "no-store" })
  rememberTeams(member, page.events)
  return page
}

async function fetchEvents(query: string, extra: Record<string, string>, minCount: number) {
  let { events, next } = await fetchPage(query, extra)
  while (next !== undefined && events.length < minCount) {
    const page = await fetchPage(query, { ...extra, cursor: next })
    events = [...events, ...page.events]
    next = page.next
  }
  return { events, next }
}

interface LoadedEvents {
  key: string
  events: CalendarEvent[]
}

/**
 * Creates a store that loads events for a query string. While the query is null, the store loads nothing. `load` gets
 * the events that the store already has for the same query.
 */
function createEventsStore<Found extends LoadedEvents>(
  name: string,
  $query: ReadableAtom<string | null>,
  load: (query: string, key: string, loaded: Found | undefined) => Promise<Found>,
  onError: (error: unknown) => void = toastLoadFailure,
): FetcherStore<Found, CallError> {
  const $events: FetcherStore<Found, CallError> = createFetcherStore<Found, CallError>(
    [`calendar ${name} `, $member, $query],
    {
      // The parts are the name, the member's id and the query.
      fetcher(...parts) {
        const key = parts.join("")
        // Reads `value`, because `get()` would start and stop a listener while the store is starting.
        const data = $events.value?.data
        return load(String(parts[2]), key, data?.key === key ? data : undefined)
      },
      onError,
    },
  )
  return $events
}

const createFilterQuery = (
  { country, team }: Filters,
  extra: Record<string, string> = {},
): string =>
  String(new URLSearchParams({ ...(country && { country }), ...(team && { team }), ...extra }))

/** All events of the shown month, for the month and week views. */
export const $monthEvents = createEventsStore<LoadedEvents>(
  "month",
  computed([$view, $month, $filters], (view, month, filters) => {
    const days = createMonthGrid(month).flat()
    // In other time zones, days start up to a day earlier or later. So the query has one more day on each side.
    const from = `${addDays(days[0] ?? "", -1)}T00:00:00.000Z`
    const to = `${addDays(days.at(-1) ?? "", 2)}T00:00:00.000Z`
    return view === "list" ? null : createFilterQuery(filters, { from, to })
  }),
  async (query, key) => {
    const { events } = await fetchEvents(query, {}, Number.POSITIVE_INFINITY)
    return { key, events }
  },
)

/** More events than the list shows, because `EmptyWeek` links to the first event after a week without events. */
const NEXT_EVENTS_LIMIT = "24"

/** The next events, for the list next to the month. No toast shows a failure, because the list itself shows it. */
export const $nextEvents = createEventsStore<LoadedEvents>(
  "next",
  computed([$view, $filters], (view, filters) =>
    view === "list" ? null : createFilterQuery(filters),
  ),
  async (query, key) => {
    const { events } = await fetchPage(query, { from: getStartOfToday(), limit: NEXT_EVENTS_LIMIT })
    return { key, events }
  },
  () => {},
)

interface Agenda extends LoadedEvents {
  query: string
  next?: string | undefined
  /** Time (ISO) at which the loaded period starts. */
  since: string
  /** Whether there are no earlier events to load. */
  includesEarliest: boolean
}

const PAGE_SIZE = "40"

/** Returns the last midnight in Baltic time (ISO), which is 21:00 UTC in summer and 22:00 UTC in winter. */
function getStartOfToday(): string {
  const yesterday = addDays(getToday(), -1)
  const startInSummer = `${yesterday}T21:00:00.000Z`
  return getLocalDay(startInSummer) === getToday() ? startInSummer : `${yesterday}T22:00:00.000Z`
}

/** The events of the list view. A reload covers the period that is already loaded. */
export const $agenda = createEventsStore<Agenda>(
  "list",
  computed([$view, $filters], (view, filters) =>
    view === "list" ? createFilterQuery(filters) : null,
  ),
  async (query, key, loaded) => {
    const { since = getStartOfToday(), includesEarliest = false, events = [] } = loaded ?? {}
    const page = await fetchEvents(query, { from: since, limit: PAGE_SIZE }, events.length)
    return { key, query, since, includesEarliest, ...page }
  },
)

/** Adds events to the list. `load` returns the changed fields of the list. */
async function extendAgenda(load: (agenda: Agenda) => Promise<Partial<Agenda>>): Promise<void> {
  const before = $agenda.get().data
  if (!before) return
  try {
    const changes = await load(before)
    const current = $agenda.get().data
    // If the filters have changed during the request, its events do not belong to the list.
    if (current?.key === before.key) mutateCache(before.key, { ...current, ...changes })
  } catch (error) {
    toastLoadFailure(error)
  }
}

export const loadMore = () =>
  extendAgenda(async ({ query, since, next, events }) => {
    const page = await fetchPage(query, { from: since, limit: PAGE_SIZE, cursor: next ?? "" })
    return { events: [...events, ...page.events], next: page.next }
  })

const MS_PER_DAY = 86_400_000
/** Length of the first period in which past events are searched. Each further period has double the length. */
const FIRST_SEARCH_PERIOD_MS = 90 * MS_PER_DAY
/** Timestamp in milliseconds. Events before this time are not searched. */
const SEARCH_START = Date.UTC(2000, 0)

/** Searches backwards in periods of increasing length, until a period contains events. */
export const loadEarlier = () =>
  extendAgenda(async ({ query, since: to, events }) => {
    const loadedIds = new Set(events.map(({ id }) => id))
    const end = Date.parse(to)
    for (let period = FIRST_SEARCH_PERIOD_MS; ; period *= 2) {
      const since = new Date(Math.max(end - period, SEARCH_START)).toISOString()
      const past = await fetchEvents(query, { from: since, to }, Number.POSITIVE_INFINITY)
      const newEvents = past.events.filter(({ id }) => !loadedIds.has(id))
      if (newEvents.length > 0) return { events: [...newEvents, ...events], since }
      if (end - period <= SEARCH_START) return { since, includesEarliest: true }
    }
  })

/** Sets the opening month once: the current month, or the month of the next event if that is later. */
function chooseOpeningMonth({ data, error }: FetcherValue<LoadedEvents, CallError>): void {
  if ($openingMonth.get() || !(data || error)) return
  const currentMonth = getMonth(getToday())
  const next = data?.events.find((event) => !event.is_cancelled && !isOver(event, currentTime()))
  const nextMonth = next ? getMonth(getStartDay(next)) : currentMonth
  $openingMonth.set(nextMonth > currentMonth ? nextMonth : currentMonth)
}

/** Sets the opening month when events are loaded. Returns a stop function. */
export function startOpeningMonth(): () => void {
  const stops = [$nextEvents.subscribe(chooseOpeningMonth), $agenda.subscribe(chooseOpeningMonth)]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Keeps the stores of all views mounted, also of hidden views, until the returned function is called. */
export function keepEventsLoaded(): () => void {
  const stops = [$agenda, $monthEvents, $nextEvents].map(($events) => $events.listen(() => {}))
  return () => {
    for (const stop of stops) stop()
  }
}

export const reloadEvents = (): void => revalidateKeys((key) => key.startsWith("calendar "))

/** The choices of the team filter. A team in the URL that does not exist has an empty name. */
export const $selectableTeams = computed(
  [$ownTeams, $member, $teamsOfLoadedEvents, $filters, $foreignTeam, $isTeamMissing],
  (ownTeams, member, teamsOfLoadedEvents, { team }, foreignTeam, isMissing) => {
    const names = new Map<string, string>([
      ...(team && team !== VIEWER_FILTER ? [[team, isMissing ? "" : team] as const] : []),
      ...(teamsOfLoadedEvents.member === member ? teamsOfLoadedEvents.names : []),
    ])
    // Later entries win: current names of teams replace the slug from the URL and the names in events.
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
