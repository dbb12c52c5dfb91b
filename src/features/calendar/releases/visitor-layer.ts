/** Adds releases to the list of events of anonymous visitors, without React. */
import { getLocalDay } from "../../../i18n/dates.ts"
import { pageLocale } from "../../../i18n/page-translate.ts"
import { call } from "../../../shared/call.ts"
import { element } from "../../../ui/element.ts"
import { storeShowsReleases } from "./choice.ts"
import { calendarReleasesPath } from "./paths.ts"
import type { CalendarRelease, CalendarReleases } from "./schema.ts"

const CLASSES = {
  row: "grid grid-cols-[64px_minmax(0,1fr)] items-center gap-x-4 border-t border-line py-5 max-md:gap-x-3 max-md:py-4 lg:grid-cols-[76px_minmax(0,1fr)] lg:gap-x-6 lg:px-5.5",
  date: "relative grid self-start pl-4 text-sm leading-[1.35] text-soft before:absolute before:inset-y-0.5 before:left-0 before:w-1.5 before:rounded-full before:bg-glow",
  day: "font-display text-[27px] leading-[1.1] font-bold tracking-[-0.02em] text-text",
  link: "underline-offset-4 hover:underline",
  facts: "text-soft max-md:text-md",
}

function releaseRow({ artist, title, type, note, path, date, day, month }: CalendarRelease) {
  const time = element("time", { dateTime: date, className: CLASSES.date })
  if (day) time.append(element("b", { className: CLASSES.day }, day), " ")
  time.append(element("span", {}, month))
  const link = element("a", { className: CLASSES.link, href: path }, `${artist}: ${title}`)
  const facts = [type, note].filter((fact) => fact !== null).join(" · ")
  const text = element(
    "div",
    {},
    element("h3", {}, link),
    element("p", { className: CLASSES.facts }, facts),
  )
  return element("li", { className: CLASSES.row }, time, text)
}

const startDayOf = ({ dataset }: HTMLElement) =>
  getLocalDay(new Date(Date.parse(dataset.until ?? "") - 1).toISOString())

/** Inserts releases among the events in order of time. Those of an unknown day follow the events of their month. */
function insert(list: HTMLElement, releases: CalendarRelease[]): HTMLElement[] {
  const events = [...list.querySelectorAll<HTMLElement>("[data-until]")]
  return [...releases]
    .sort((a, b) => (a.last_day < b.last_day ? -1 : 1))
    .map((release) => {
      const row = releaseRow(release)
      list.insertBefore(row, events.find((event) => startDayOf(event) > release.last_day) ?? null)
      return row
    })
}

interface Layer {
  rows: HTMLElement[]
  /** Text for a list without rows. */
  none: string
}

async function load(list: HTMLElement): Promise<Layer | null> {
  const answer = await call(calendarReleasesPath(pageLocale()), {
    // The schema would add its library to the pages of visitors.
    read: (json) => json as CalendarReleases,
  })
  if (!answer.ok) return null
  const { releases, none } = answer.body
  const today = getLocalDay(new Date().toISOString())
  const upcoming = releases.filter(({ last_day }) => last_day >= today)
  return { rows: insert(list, upcoming), none }
}

const isPressed = (button: HTMLElement) => button.getAttribute("aria-pressed") === "true"

let layer: Promise<Layer | null> | null = null

export async function showReleases(button: HTMLElement, isShown: boolean): Promise<void> {
  const section = button.closest("section")
  const list = section?.querySelector<HTMLElement>("ol:last-child")
  const status = section?.querySelector("[role=status]")
  if (!list || !status) return
  button.setAttribute("aria-pressed", String(isShown))
  storeShowsReleases(isShown)
  layer ??= load(list)
  const loaded = await layer
  if (!loaded) {
    layer = null
    button.setAttribute("aria-pressed", "false")
    status.textContent = button.dataset.failed ?? ""
    return
  }
  // The button may have been pressed again in the meantime.
  const isVisible = isPressed(button)
  for (const row of loaded.rows) row.hidden = !isVisible
  status.textContent = isVisible && loaded.rows.length === 0 ? loaded.none : ""
}
