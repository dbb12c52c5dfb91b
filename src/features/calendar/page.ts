/** The calendar's page in the browser: one set of stores for its island. */
import { atom, computed } from "nanostores"
import type { Failure } from "../../call.ts"
import { BALTIC_TIME, dayOf } from "../../i18n/dates.ts"
import type { MessageKey } from "../../i18n/keys.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { failureText } from "../../ui/failure-text.ts"
import { showToast } from "../../ui/toasts.ts"
import { momentAt } from "../events/zone.ts"
import { $session, readSession } from "../session/session.ts"
import { createAgenda } from "./agenda.ts"
import { deleteEvent, fetchEvents, fetchOwnTeams, fetchTeamName, type OwnTeam } from "./api.ts"
import { createAskedTeam } from "./asked-team.ts"
import { createDeletion } from "./deletion.ts"
import { createEventsCache } from "./events-cache.ts"
import { ALL, type Filters, filtersOf, searchOf } from "./filters.ts"
import { createMonth } from "./month.ts"
import { monthOf } from "./month-grid.ts"

/** Where there is room for a month. */
const WIDE = "(width >= 960px)"

export const today = (): string => dayOf(new Date().toISOString())

function startOfToday(): string {
  const start = momentAt(`${today()}T00:00`, BALTIC_TIME)
  return start.ok ? start.iso : new Date().toISOString()
}

export function sayFailure(title: MessageKey, { code }: Failure): void {
  const t = pageTranslate()
  showToast({ tone: "error", title: t(title), text: t(failureText(code)) })
  // Ended from another device: the page learns it now, not at the next tick.
  if (code === "sign_in_required") void readSession()
}

const cache = createEventsCache(fetchEvents)
const onFailed = (failure: Failure) => sayFailure("calendar:toasts.loadFailed", failure)

export const agenda = createAgenda({ cache, today: startOfToday, onFailed })
export const month = createMonth({ cache, onFailed })

export const $filters = atom<Filters>(ALL)
const $isWide = atom(false)
/** The month needs room. */
export const $view = computed([$filters, $isWide], ({ view }, isWide) => (isWide ? view : "list"))
export const $hasRoom = computed($isWide, (isWide) => isWide)
export const $month = computed($filters, (filters) => filters.month ?? monthOf(today()))
/** The day that is chosen in the month. */
export const $day = atom(today())
/** The member's teams; null until they are known. */
export const $ownTeams = atom<OwnTeam[] | null>(null)

const askedTeam = createAskedTeam(fetchTeamName)

/** Whether the address asks for a team that there is not. */
export const $isTeamMissing = computed(
  [askedTeam.$asked, $filters],
  (asked, { team }) => asked !== null && asked.slug === team && asked.name === null,
)

/**
 * The teams to choose among: the member's, those of the events at hand, and the one in the address; that
 * has no name when there is no such team.
 */
export const $knownTeams = computed(
  [$ownTeams, agenda.$agenda, month.$events, $filters, askedTeam.$asked],
  (own, list, grid, { team }, asked) => {
    const events = [list, grid].flatMap((state) => (state.status === "ready" ? state.events : []))
    const name = asked?.slug === team ? (asked?.name ?? "") : team
    const names = new Map<string, string>(team ? [[team, name ?? ""]] : [])
    for (const { team_slug, team_name } of events) {
      if (team_slug && team_name) names.set(team_slug, team_name)
    }
    for (const { slug, name } of own ?? []) names.set(slug, name)
    return [...names]
      .map(([slug, name]) => ({ slug, name }))
      .sort((a, b) => a.name.localeCompare(b.name))
  },
)

/** Loads what is shown, out of the cache where that is fresh. */
function show(): void {
  if ($session.get().status === "signed-out") return
  if ($view.get() === "month") void month.load($month.get(), $filters.get())
  else void agenda.load($filters.get())
}

export const reload = (): void => {
  cache.clear()
  show()
}

/** Moves the focus to the events, where what had it is gone. */
export const focusEvents = (): void => document.getElementById("calendar-events")?.focus()

/** Loads what could not be loaded; the button for it goes. */
export function retry(): void {
  reload()
  focusEvents()
}

export const deletion = createDeletion({
  remove: deleteEvent,
  onDeleted(event) {
    const t = pageTranslate()
    const isPublic = event.event_type === "public"
    showToast({
      tone: "success",
      title: t("calendar:toasts.deleted"),
      text: isPublic ? t("calendar:toasts.soonGone") : undefined,
    })
    reload()
  },
  onFailed(failure) {
    sayFailure("calendar:toasts.deleteFailed", failure)
    // Somebody else was faster, or may not be any more.
    if (failure.code === "not_found") reload()
  },
})

/** Shows something else, and puts it into the address; a step that "back" undoes, unless it is small. */
export function choose(changes: Partial<Filters>, isSmall = false): void {
  const filters = { ...$filters.get(), ...changes }
  const address = location.pathname + searchOf(filters, location.search) + location.hash
  if (isSmall) history.replaceState(history.state, "", address)
  else history.pushState(history.state, "", address)
  $filters.set(filters)
}

const readAddress = () => $filters.set(filtersOf(location.search))

async function loadOwnTeams(): Promise<void> {
  const answer = await fetchOwnTeams()
  // Without them nothing can be added, and all else works.
  $ownTeams.set(answer.ok ? answer.body : [])
}

function forgetAll(): void {
  cache.clear()
  agenda.forget()
  month.forget()
  $ownTeams.set(null)
}

/** Follows the address, the window's width and the session. Returns what ends it. */
export function startCalendar(): () => void {
  const wide = matchMedia(WIDE)
  const readWidth = () => $isWide.set(wide.matches)
  readWidth()
  readAddress()
  wide.addEventListener("change", readWidth)
  addEventListener("popstate", readAddress)

  let member: string | null = null
  const stopSession = $session.subscribe((session) => {
    if (session.status === "loading") return
    const present = session.status === "signed-in" ? session.user.id : null
    if (present === member) return
    member = present
    // What is being typed is not lost with a session that ran out; who signs in again can save it.
    forgetAll()
    if (!present) return
    show()
    void loadOwnTeams()
  })
  const stopShowing = computed([$view, $filters], (view, filters) => ({ view, filters })).listen(
    () => member && show(),
  )
  const stopAsking = $filters.subscribe(({ team }) => {
    const isKnown = $knownTeams.get().some(({ slug, name }) => slug === team && name !== slug)
    if (team && !isKnown) void askedTeam.ask(team)
  })
  return () => {
    stopAsking()
    wide.removeEventListener("change", readWidth)
    removeEventListener("popstate", readAddress)
    stopSession()
    stopShowing()
  }
}
