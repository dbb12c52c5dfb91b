import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { makeEvent } from "../events/fixtures.ts"
import type { PublicEvent } from "../events/schema.ts"
import { LaterSignup } from "./list-rows.tsx"

const renderNote = (event: PublicEvent) =>
  renderToStaticMarkup(createElement(LaterSignup, { locale: "en", event }))

test("only an event of the site's editors that takes no sign-ups has a note about a later registration", () => {
  const event = makeEvent()
  expect(renderNote(event)).toContain("Registration opens soon")
  const signups = { ...event.signups, takes_signups: true }
  expect(renderNote({ ...event, signups })).toBe("")
  expect(renderNote({ ...event, team_id: event.id })).toBe("")
})
