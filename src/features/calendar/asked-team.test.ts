import { expect, test } from "vitest"
import { failed } from "../../call.ts"
import { createAskedTeam } from "./asked-team.ts"
import { answered } from "./fixtures.ts"

test("a team is known by its name, or as none", async () => {
  const found = createAskedTeam(async () => answered("Rīgas Zvaigznes"))
  await found.ask("rigas-zvaigznes")
  expect(found.$asked.get()).toEqual({ slug: "rigas-zvaigznes", name: "Rīgas Zvaigznes" })
  const missing = createAskedTeam(async () => failed("not_found"))
  await missing.ask("no-such-team")
  expect(missing.$asked.get()).toEqual({ slug: "no-such-team", name: null })
})

test("without an answer nothing is said about it", async () => {
  const cut = createAskedTeam(async () => failed("unreachable"))
  await cut.ask("rigas-zvaigznes")
  expect(cut.$asked.get()).toBeNull()
})
