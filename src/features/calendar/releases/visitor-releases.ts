/**
 * Shows music releases in the prebuilt calendar of anonymous visitors. Works without React, which their pages do not
 * load.
 */
import { getLocalDay } from "../../../i18n/dates.ts"
import { pageLocale } from "../../../i18n/page-translate.ts"
import { call } from "../../../shared/call.ts"
import { createElement } from "../../../ui/create-element.ts"
import { RELEASE_MARK_IN_ROW_CLASS, ROW_CLASSES } from "../row-classes.ts"
import { storeShowsReleases } from "./choice.ts"
import { getDateSortKey, MONTH_LENGTH } from "./days.ts"
import { calendarReleasesPath } from "./paths.ts"
import type { CalendarRelease, CalendarReleases } from "./schema.ts"

function createReleaseRow({ artist, title, type, note, path }: CalendarRelease): HTMLElement {
  const { row, title: titleClass, link: linkClass, facts } = ROW_CLASSES
  const mark = createElement(
    "span",
    { className: RELEASE_MARK_IN_ROW_CLASS, ariaHidden: "true" },
    "♪",
  )
  const link = createElement("a", { className: linkClass, href: path }, `${artist}: ${title}`)
  const details = createElement("p", { className: facts }, createElement("span", {}, type))
  if (note) details.append(createElement("span", {}, note))
  return createElement(
    "li",
    { className: row },
    mark,
    createElement("h3", { className: titleClass }, link),
    details,
  )
}

/** Creates the element of a month with the markup of `MonthGroup`, but without days. */
function createMonth({ date, month_name }: CalendarRelease): HTMLElement {
  const name = createElement("h2", { className: ROW_CLASSES.month }, month_name)
  const section = createElement("section", {}, name, createElement("ol", {}))
  section.dataset.month = date.slice(0, MONTH_LENGTH)
  return section
}

/** Creates the element of a day with the markup of `DayGroup`, but without rows. */
function createDay({ date, weekday, day, month }: CalendarRelease): HTMLElement {
  const time = createElement("time", { className: ROW_CLASSES.time, dateTime: date })
  if (day) {
    const number = createElement("b", { className: ROW_CLASSES.dayNumber }, day)
    time.append(createElement("span", {}, weekday), " ", number)
  } else {
    time.append(month)
  }
  const heading = createElement("p", { className: ROW_CLASSES.date }, time)
  const rows = createElement("ul", { className: ROW_CLASSES.rows })
  const item = createElement("li", { className: ROW_CLASSES.day }, heading, rows)
  item.dataset.day = date
  return item
}

/** Returns the element of a month or day in the list. If it is missing, creates it and inserts it in order of time. */
function findOrCreateGroup(
  list: Element | null,
  attribute: "day" | "month",
  date: string,
  create: () => HTMLElement,
): HTMLElement {
  const groups = Array.from(list?.querySelectorAll<HTMLElement>(`[data-${attribute}]`) ?? [])
  const getDate = ({ dataset }: HTMLElement) => dataset[attribute] ?? ""
  const existingGroup = groups.find((group) => getDate(group) === date)
  if (existingGroup) return existingGroup
  const newGroup = create()
  const laterGroup = groups.find((group) => getDateSortKey(getDate(group)) > getDateSortKey(date))
  list?.insertBefore(newGroup, laterGroup ?? null)
  return newGroup
}

/** Inserts releases into the list in order of time, and returns their rows. */
function insertReleases(list: HTMLElement, releases: CalendarRelease[]): HTMLElement[] {
  return releases.map((release) => {
    const { date } = release
    const month = findOrCreateGroup(list, "month", date.slice(0, MONTH_LENGTH), () =>
      createMonth(release),
    )
    const day = findOrCreateGroup(month.querySelector("ol"), "day", date, () => createDay(release))
    const row = createReleaseRow(release)
    day.querySelector("ul")?.append(row)
    return row
  })
}

interface LoadedReleases {
  rows: HTMLElement[]
  emptyMessage: string
}

async function loadReleases(list: HTMLElement): Promise<LoadedReleases | null> {
  const result = await call(calendarReleasesPath(pageLocale()), {
    // The response is not parsed with a schema, which would add zod to the pages of visitors.
    read: (json) => json as CalendarReleases,
  })
  if (!result.ok) return null
  const { releases, emptyMessage } = result.body
  const today = getLocalDay(new Date().toISOString())
  const upcoming = releases.filter(({ last_day }) => last_day >= today)
  return { rows: insertReleases(list, upcoming), emptyMessage }
}

const isPressed = (button: HTMLElement) => button.getAttribute("aria-pressed") === "true"

let loading: Promise<LoadedReleases | null> | null = null

/**
 * Shows or hides the releases in the list next to the button, and stores the choice. If there are no releases or they
 * cannot be loaded, the status element contains a message.
 */
export async function showReleases(button: HTMLElement, isShown: boolean): Promise<void> {
  const section = button.closest("section")
  const list = section?.querySelector<HTMLElement>("[data-days]")
  const status = section?.querySelector("[role=status]")
  if (!list || !status) return
  button.setAttribute("aria-pressed", String(isShown))
  storeShowsReleases(isShown)
  loading ??= loadReleases(list)
  const loaded = await loading
  if (!loaded) {
    // The next press of the button loads the releases again.
    loading = null
    button.setAttribute("aria-pressed", "false")
    status.textContent = button.dataset.failed ?? ""
    return
  }
  // The button may have been pressed again during the request.
  const isVisible = isPressed(button)
  for (const row of loaded.rows) row.hidden = !isVisible
  status.textContent = isVisible && loaded.rows.length === 0 ? loaded.emptyMessage : ""
}
