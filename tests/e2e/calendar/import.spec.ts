import { expectAccessible } from "../accessible.ts"
import { expect, test } from "../test.ts"
import { openList } from "./screens.ts"
import { createOwnTeam, getDayFromNow, listStoredEvents } from "./teams.ts"

const formatCompactDay = (days: number) => getDayFromNow(days).replaceAll("-", "")

const makeCalendarFile = (...entries: string[][]) => ({
  name: "club.ics",
  mimeType: "text/calendar",
  buffer: Buffer.from(
    ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:club"]
      .concat(...entries.map((lines) => ["BEGIN:VEVENT", ...lines, "END:VEVENT"]))
      .concat("END:VCALENDAR")
      .join("\r\n"),
  ),
})
const makeEventLines = (uid: string, days: number, ...extraLines: string[]) => [
  ...[`UID:${uid}`, `SUMMARY:${uid}`, `DTSTART;TZID=Europe/Riga:${formatCompactDay(days)}T180000`],
  ...[`DTEND;TZID=Europe/Riga:${formatCompactDay(days)}T200000`, ...extraLines],
]

// The server responds with 422 to a URL without a calendar.
test.use({ expectedErrors: /status of 422/ })

test("events of a calendar file are imported, and a second import changes them @slow", async ({
  page,
}) => {
  const team = await createOwnTeam(page)
  await openList(page, team)
  const file = page.getByLabel("Calendar file")
  const showButton = page.getByRole("button", { name: "Show the events" })
  const getTitles = async () => (await listStoredEvents(team)).map(({ title }) => title)
  const openImport = () => page.getByRole("button", { name: "Import events" }).click()

  await openImport()
  await showButton.click()
  await expect(page.getByText("This field is required")).toBeVisible()
  const jpegBytes = Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
    Buffer.alloc(600_000, 0xa9),
  ])
  await file.setInputFiles({ name: "poster.ics", mimeType: "text/calendar", buffer: jpegBytes })
  await showButton.click()
  await expect(page.getByText("This isn't a calendar.")).toBeVisible()
  await page.getByLabel("A web address").check()
  await page.getByLabel("Calendar address").fill("webcal://127.0.0.1/club.ics")
  await showButton.click()
  await expect(page.getByText("We couldn't read a calendar at this address.")).toBeVisible()
  await expectAccessible(page, "the first step of the import")

  await page.getByLabel("A file").check()
  await file.setInputFiles(
    makeCalendarFile(
      ...[
        makeEventLines("Practice", 5),
        makeEventLines("Show", 6),
        makeEventLines("Party", 7),
        makeEventLines("Old", -7),
      ],
      ["UID:Trip", "SUMMARY:Trip", `DTSTART;TZID=Club time:${formatCompactDay(9)}T120000`],
    ),
  )
  await expect(page.getByLabel("Who sees it")).toHaveValue("team")
  await showButton.click()
  await expect(page.getByText("1 event is already over.")).toBeVisible()
  const practice = page.getByRole("listitem").filter({ hasText: "Practice" })
  await expect(practice.getByText(/6:00\s–\s8:00\sPM · Eastern European Time/)).toBeVisible()
  const trip = page.getByRole("listitem").filter({ hasText: "Trip" })
  await expect(trip.getByText("We don't know the time zone “Club time”.")).toBeVisible()
  await page.getByLabel("Party").uncheck()
  await page.getByLabel("Trip").uncheck()
  await expectAccessible(page, "the list of events to import")
  await page.getByRole("button", { name: "Import 2 events" }).click()
  await expect(page.getByText("2 events imported")).toBeVisible()
  expect(await getTitles()).toEqual(["Practice", "Show"])
  await expect(page.getByRole("dialog")).toBeHidden()

  await openImport()
  await file.setInputFiles(
    makeCalendarFile(makeEventLines("Practice", 5), makeEventLines("Show", 8, "STATUS:CANCELLED")),
  )
  await showButton.click()
  await expect(page.getByText("1 event is already here and hasn't changed.")).toBeVisible()
  await expect(page.getByText("Time changed")).toBeVisible()
  await page.getByRole("button", { name: "Import 1 event" }).click()
  await expect(page.getByText("1 event imported")).toBeVisible()
  await expect(page.locator("#calendar-events").getByText("Canceled")).toBeVisible()
  expect(await getTitles()).toEqual(["Practice", "Show"])
})
