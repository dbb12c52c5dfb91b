/** Adds releases for anonymous visitors, without React. */
import { getLocalDay } from "../../../i18n/dates.ts"
import { pageLocale } from "../../../i18n/page-translate.ts"
import { call } from "../../../shared/call.ts"
import { element } from "../../../ui/element.ts"
import { ROW_CLASSES, ROW_MARK_CLASS } from "../row-classes.ts"
import { storeShowsReleases } from "./choice.ts"
import { getDateSortKey, MONTH_LENGTH } from "./days.ts"
import { calendarReleasesPath } from "./paths.ts"
import type { CalendarRelease, CalendarReleases } from "./schema.ts"

function createReleaseRow({ artist, title, type, note, path }: CalendarRelease): HTMLElement {
  const { row, title: titleClass, link: linkClass, facts, fact } = ROW_CLASSES
  const mark = element("span", { className: ROW_MARK_CLASS, ariaHidden: "true" }, "♪")
  const link = element("a", { className: linkClass, href: path }, `${artist}: ${title}`)
  const details = element("p", { className: facts }, element("span", {}, type))
  if (note) details.append(element("span", { className: fact }, note))
  return element(
    "li",
    { className: row },
    mark,
    element("h3", { className: titleClass }, link),
    details,
  )
}

/** Creates a month without days, as `MonthGroup` renders it. */
function createMonth({ date, month_name }: CalendarRelease): HTMLElement {
  const name = element("h2", { className: ROW_CLASSES.month }, month_name)
  const created = element("section", {}, name, element("ol", {}))
  created.dataset.month = date.slice(0, MONTH_LENGTH)
  return created
}

function createDay({ date, weekday, day, month }: CalendarRelease): HTMLElement {
  const time = element("time", { className: ROW_CLASSES.time, dateTime: date })
  if (day) {
    const number = element("b", { className: ROW_CLASSES.dayNumber }, day)
    time.append(element("span", {}, weekday), " ", number)
  } else {
    time.append(month)
  }
  const heading = element("p", { className: ROW_CLASSES.date }, time)
  const rows = element("ul", { className: ROW_CLASSES.rows })
  const created = element("li", { className: ROW_CLASSES.day }, heading, rows)
  created.dataset.day = date
  return created
}

/** Returns the group with a key, for example a month. If there is none, inserts a new group in order of the keys. */
function findGroup(
  list: Element | null,
  attribute: "day" | "month",
  key: string,
  create: () => HTMLElement,
): HTMLElement {
  const groups = Array.from(list?.querySelectorAll<HTMLElement>(`[data-${attribute}]`) ?? [])
  const keyOf = ({ dataset }: HTMLElement) => dataset[attribute] ?? ""
  const found = groups.find((group) => keyOf(group) === key)
  if (found) return found
  const created = create()
  const next = groups.find((group) => getDateSortKey(keyOf(group)) > getDateSortKey(key))
  list?.insertBefore(created, next ?? null)
  return created
}

/** Inserts releases into their days in order of time. Those of an unknown day follow the days of their month. */
function insert(list: HTMLElement, releases: CalendarRelease[]): HTMLElement[] {
  return releases.map((release) => {
    const { date } = release
    const month = findGroup(list, "month", date.slice(0, MONTH_LENGTH), () => createMonth(release))
    const day = findGroup(month.querySelector("ol"), "day", date, () => createDay(release))
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
  const list = section?.querySelector<HTMLElement>("[data-days]")
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
