import { expect, test } from "vitest"
import { formTimes } from "../../../shared/zone.ts"
import { timeErrors, withMoments } from "./times.ts"

const times = {
  start_date: "2026-11-27T17:00",
  end_date: "2026-11-27T20:00",
  start_moment: "2026-11-27T15:00:30.000Z",
  end_moment: "2026-11-27T18:00:00.000Z",
  time_zone: "Europe/Riga",
  is_all_day: false,
}

test("fields show local times of the event's zone", () => {
  const moments = {
    ...times,
    start_date: "2026-11-27T15:00:30.000Z",
    end_date: "2026-11-27T18:00:00.000Z",
  }
  const shown = (time_zone: string) => formTimes({ ...moments, time_zone })
  expect(shown("Europe/Riga")).toEqual({ start_date: times.start_date, end_date: times.end_date })
  expect(shown("Asia/Seoul").start_date).toBe("2026-11-28T00:00")
})

test("an all-day event lasts from the start of its first day to the end of its last day", () => {
  const day = withMoments(times, { is_all_day: true })
  expect(day).toMatchObject({
    start_moment: "2026-11-26T22:00:00.000Z",
    end_moment: "2026-11-27T22:00:00.000Z",
  })
  const stored = { start_date: "2026-11-26T22:00:00.000Z", end_date: "2026-11-28T22:00:00.000Z" }
  const shown = formTimes({ ...stored, time_zone: "Europe/Riga", is_all_day: true })
  expect(shown).toEqual({ start_date: "2026-11-27T00:00", end_date: "2026-11-28T23:59" })
})

test("an unedited time keeps its seconds", () => {
  expect(withMoments(times, { end_date: "2026-11-27T21:00" })).toEqual({
    end_date: "2026-11-27T21:00",
    end_moment: "2026-11-27T19:00:00.000Z",
  })
})

test("another zone keeps the local times and changes both moments", () => {
  expect(withMoments(times, { time_zone: "Asia/Seoul" })).toMatchObject({
    start_moment: "2026-11-27T08:00:00.000Z",
    end_moment: "2026-11-27T11:00:00.000Z",
  })
})

test("an hour skipped in spring is an error, and an empty field is left to the schema", () => {
  const skipped = { ...times, ...withMoments(times, { start_date: "2026-03-29T03:30" }) }
  expect(timeErrors(skipped)).toEqual({ start_date: "missing_hour" })
  expect(timeErrors({ ...times, start_date: "", start_moment: "" })).toEqual({})
})
