/** Days and months as texts (`2026-11-27`, `2026-11`), which compare in order of time. */

const MS_OF_DAY = 86_400_000

const utc = (day: string) => Date.parse(`${day}T00:00:00Z`)
const dayAt = (moment: number) => new Date(moment).toISOString().slice(0, 10)

export const monthOf = (day: string): string => day.slice(0, 7)

export const addDays = (day: string, days: number): string => dayAt(utc(day) + days * MS_OF_DAY)

/** The month so many months later. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number)
  return monthOf(dayAt(Date.UTC(year, number - 1 + months)))
}

/** The same day of another month, or its last. */
export function dayIn(month: string, day: string): string {
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  const same = `${month}-${day.slice(8)}`
  return same < last ? same : last
}

/** 0 for Monday to 6 for Sunday. */
export const weekdayOf = (day: string): number => (new Date(utc(day)).getUTCDay() + 6) % 7

/** The weeks that the month touches, each from Monday to Sunday. */
export function monthGrid(month: string): string[][] {
  const first = `${month}-01`
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  const weeks: string[][] = []
  for (
    let monday = addDays(first, -weekdayOf(first));
    monday <= last;
    monday = addDays(monday, 7)
  ) {
    weeks.push(Array.from({ length: 7 }, (_, i) => addDays(monday, i)))
  }
  return weeks
}

/** Where a key leads from a day in the grid; null for a key that does not move. */
export function dayAfterKey(key: string, day: string): string | null {
  switch (key) {
    case "ArrowLeft":
      return addDays(day, -1)
    case "ArrowRight":
      return addDays(day, 1)
    case "ArrowUp":
      return addDays(day, -7)
    case "ArrowDown":
      return addDays(day, 7)
    case "Home":
      return addDays(day, -weekdayOf(day))
    case "End":
      return addDays(day, 6 - weekdayOf(day))
    case "PageUp":
      return dayIn(addMonths(monthOf(day), -1), day)
    case "PageDown":
      return dayIn(addMonths(monthOf(day), 1), day)
    default:
      return null
  }
}
