/** Adds releases for anonymous visitors, without React. */
import { getLocalDay } from "../../../i18n/dates.ts"
import { pageLocale } from "../../../i18n/page-translate.ts"
import { call } from "../../../shared/call.ts"
import { element } from "../../../ui/element.ts"
import { MARK_CLASS, ROW_CLASSES } from "../row-classes.ts"
import { storeShowsReleases } from "./choice.ts"
import { getDateSortKey } from "./days.ts"
import { calendarReleasesPath } from "./paths.ts"
import type { CalendarRelease, CalendarReleases } from "./schema.ts"

function createReleaseRow({ artist, title, type, note, path }: CalendarRelease) {
  const { row, title: titleClass, link: linkClass, facts, fact } = ROW_CLASSES
  const mark = element("span", { className: MARK_CLASS, ariaHidden: "true" }, "♪")
  const link = element("a", { className: linkClass, href: path }, `${artist}: ${title}`)
  const texts = element(
    "div",
    {},
    element("h3", { className: titleClass }, link),
    element(
      "p",
      { className: facts },
      element("span", {}, type),
      ...(note ? [element("span", { className: fact }, note)] : []),
    ),
  )
  return element("li", { className: row }, mark, texts)
}

function createDay({ date, weekday, day, month }: CalendarRelease): HTMLElement {
  const time = element("time", { className: ROW_CLASSES.time, dateTime: date })
  if (day) {
    const number = element("b", { className: ROW_CLASSES.dayNumber }, day)
    time.append(element("span", {}, weekday), " ", number, " ")
  }
  time.append(element("span", {}, month))
  const heading = element("p", { className: ROW_CLASSES.date }, time)
  const created = element("li", { className: ROW_CLASSES.day }, heading, element("ul", {}))
  created.dataset.day = date
  return created
}

/** Releases without a known day follow the days of their month. */
function insert(list: HTMLElement, releases: CalendarRelease[]): HTMLElement[] {
  return releases.map((release) => {
    const days = Array.from(list.querySelectorAll<HTMLElement>("[data-day]"))
    const getDate = ({ dataset }: HTMLElement) => dataset.day ?? ""
    let day = days.find((element) => getDate(element) === release.date)
    if (!day) {
      day = createDay(release)
      const key = getDateSortKey(release.date)
      list.insertBefore(day, days.find((element) => getDateSortKey(getDate(element)) > key) ?? null)
    }
    const row = createReleaseRow(release)
    day.querySelector("ul")?.append(row)
    return row
  })
}

interface Layer {
  rows: HTMLElement[]
  none: string
}

async function load(list: HTMLElement): Promise<Layer | null> {
  const result = await call(calendarReleasesPath(pageLocale()), {
    // A schema would add zod to the pages of visitors.
    read: (json) => json as CalendarReleases,
  })
  if (!result.ok) return null
  const { releases, none } = result.body
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
  // The button may have been pressed again.
  const isVisible = isPressed(button)
  for (const row of loaded.rows) row.hidden = !isVisible
  status.textContent = isVisible && loaded.rows.length === 0 ? loaded.none : ""
}
