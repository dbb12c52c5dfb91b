import { beforeEach, expect, test, vi } from "vitest"
import { createDrafts } from "../admin/drafts.ts"
import { makeShelf } from "../admin/fixtures.ts"
import { readIdeaValues } from "./idea.ts"
import { startMaking } from "./making.ts"
import { suggestions } from "./suggestions.ts"

const suggestion = suggestions.readRow({
  id: "s1",
  name: "Mari",
  email: "mari@daina.test",
  category: "shop",
  priority: "high",
  title: "Umbrellas",
  description: "It rains.",
  language: "en",
  received_at: "2026-01-01T10:00:00.000Z",
  read_at: null,
  idea_id: null,
})

const makeDrafts = (userId = "ann", shelf = makeShelf()) =>
  createDrafts({ name: "making", userId, shelf, tab: null, readValues: readIdeaValues })

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }))

test("what is put into better words is found again, by its writer alone", () => {
  const shelf = makeShelf()
  const { form, $draft, end } = startMaking(suggestion, makeDrafts("ann", shelf))
  form.change({ title: "Umbrellas for all" })
  vi.runAllTimers()
  expect($draft.get()).toBe("kept")
  end()
  const again = startMaking(suggestion, makeDrafts("ann", shelf))
  expect(again.form.$values.get().title).toBe("Umbrellas for all")
  expect(again.restored).toMatch(/^\d{4}-/)
  const theirs = startMaking(suggestion, makeDrafts("ben", shelf))
  expect(theirs.form.$values.get().title).toBe("Umbrellas")
})

test("a draft goes with its being discarded, and with the idea that is made", () => {
  const drafts = makeDrafts()
  const first = startMaking(suggestion, drafts)
  first.form.change({ title: "Hats" })
  first.keepDraft()
  first.discardDraft()
  expect(first.form.$values.get().title).toBe("Umbrellas")
  expect(drafts.find("s1")).toBeNull()
  first.form.change({ title: "Coats" })
  first.finish()
  expect(drafts.find("s1")).toBeNull()
})
