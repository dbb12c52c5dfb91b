/** The calendar's page in the browser: one set of stores for its island. */
import { atom, computed } from "nanostores"
import type { Failure } from "../../call.ts"
import { BALTIC_TIME, dayOf } from "../../i18n/dates.ts"
import type { MessageKey } from "../../i18n/keys.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { failureText } from "../../ui/failure-text.ts"
import { showToast } from "../../ui/toasts.ts"
import { momentAt } from "../events/zone.ts"
import { onLeft } from "../session/on-left.ts"
import { $session, readSession } from "../session/session.ts"
import { createAgenda } from "./agenda.ts"
import { type CalendarEvent, deleteEvent, fetchEvents, fetchOwnTeams, type OwnTeam } from "./api.ts"
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
/** The member's teams; null until they are known. */
export const $ownTeams = atom<OwnTeam[] | null>(null)

/** The teams to choose among: the member's, those of the events at hand, and the one in the address. */
export const $knownTeams = computed(
  [$ownTeams, agenda.$agenda, month.$events, $filters],
  (own, list, grid, { team }) => {
    const events = [list, grid].flatMap((state) => (state.status === "ready" ? state.events : []))
    const names = new Map<string, string>(team ? [[team, team]] : [])
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

type EditorModule = typeof import("./Editor.tsx")

/** The form, once somebody has asked for it: most only look. */
export const $editor = atom<EditorModule | null>(null)

/** How often somebody has left: the form that one member asked for does not open for the next. */
let leavings = 0

function forgetTyped(): void {
  leavings += 1
  $editor.get()?.editing.forget()
  deletion.forget()
}

async function loadEditor(): Promise<EditorModule | null> {
  const before = leavings
  const editor = $editor.get() ?? (await import("./Editor.tsx").catch(() => null))
  $editor.set(editor)
  if (before !== leavings) return null
  if (!editor) showToast({ tone: "error", title: pageTranslate()(failureText("unreachable")) })
  return editor
}

/** Opens the form; a member of one team has it chosen already. */
export async function addEvent(day: string | null): Promise<void> {
  const teams = ($ownTeams.get() ?? []).filter(({ mayPostEvents }) => mayPostEvents)
  const [first = null] = teams
  const editor = await loadEditor()
  editor?.editing.openNew(teams.length === 1 ? first : null, day)
}

export async function editEvent(event: CalendarEvent): Promise<void> {
  const editor = await loadEditor()
  editor?.editing.openEvent(event)
}

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
  const stopLeaving = onLeft(forgetTyped)
  const stopShowing = computed([$view, $filters], (view, filters) => ({ view, filters })).listen(
    () => member && show(),
  )
  return () => {
    wide.removeEventListener("change", readWidth)
    removeEventListener("popstate", readAddress)
    stopSession()
    stopLeaving()
    stopShowing()
  }
}
