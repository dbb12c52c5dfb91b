import { expect, test } from "vitest"
import { splitBirthDate } from "./birth-date.ts"
import { getEventsNote, getProfileValues, groupPartsByViewer, listUnsavedParts } from "./values.ts"

const values = getProfileValues(null)

const IDENTITY = ["profile:visible.avatar", "profile:visible.displayName", "profile:visible.teams"]

test("by default, everyone sees name, picture and teams, members see favorites, and other parts are private", () => {
  const { everyone, members, onlyYou } = groupPartsByViewer(values)
  expect(everyone).toEqual(IDENTITY)
  expect(members).toContain("profile:visible.favorite")
  expect(members).toContain("profile:visible.groups")
  expect(onlyYou).toEqual([
    "profile:visible.bio",
    "profile:visible.gender",
    "profile:visible.birthDate",
    "profile:visible.likes",
    "profile:visible.country",
    "profile:visible.events",
  ])
})

test("a member's switch can show the birth date of an adult, but never of a minor", () => {
  const shown = { ...values, show_date_of_birth: true }
  const bornYearsAgo = (years: number) => ({
    ...shown,
    date_of_birth: splitBirthDate(`${new Date().getFullYear() - years}-05-01`),
  })
  expect(groupPartsByViewer(bornYearsAgo(30)).everyone).toContain("profile:visible.birthDate")
  expect(groupPartsByViewer(bornYearsAgo(10)).onlyYou).toContain("profile:visible.birthDate")
})

const minor = {
  ...values,
  date_of_birth: splitBirthDate(`${new Date().getFullYear() - 13}-05-01`),
}

test("only members see the name and picture of a minor, unless the minor shows them to everyone", () => {
  expect(groupPartsByViewer(minor).everyone).toEqual([])
  expect(groupPartsByViewer(minor).members.slice(0, 3)).toEqual(IDENTITY)
  expect(groupPartsByViewer({ ...minor, show_to_everyone: true }).everyone).toEqual(IDENTITY)
})

test("members see neither the hidden name nor the teams of a minor", () => {
  const hidden = groupPartsByViewer({ ...minor, show_display_name: false })
  expect(hidden.members).not.toContain("profile:visible.displayName")
  expect(hidden.onlyYou).toContain("profile:visible.displayName")
  expect(hidden.onlyYou).toContain("profile:visible.teams")
})

test("the list of unsaved changes names each changed part once, and all switches as one part", () => {
  const fields = ["unaddedText", "favorite_groups", "show_bio", "bio", "music_likes_public"]
  expect(listUnsavedParts(fields)).toEqual([
    "profile:unsaved.bio",
    "profile:unsaved.groups",
    "profile:unsaved.privacy",
  ])
  expect(listUnsavedParts([])).toEqual([])
})

test("members see a member's events only if the birth date shows that they are an adult", () => {
  const shown = { ...values, show_events: true }
  expect(groupPartsByViewer(shown).onlyYou, "a member without a birth date").toContain(
    "profile:visible.events",
  )
  expect(getEventsNote(shown)).toBe("profile:privacy.eventsAge")
  const adult = { ...shown, date_of_birth: splitBirthDate("1990-05-01") }
  expect(groupPartsByViewer(adult).members).toContain("profile:visible.events")
  expect(groupPartsByViewer(adult).everyone).not.toContain("profile:visible.events")
  expect(getEventsNote(adult)).toBeNull()
  expect(getEventsNote({ ...adult, show_events: false })).toBe("profile:privacy.eventsOff")
})
