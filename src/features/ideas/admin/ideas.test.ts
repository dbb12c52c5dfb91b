import { beforeEach, expect, test, vi } from "vitest"
import { createDrafts } from "../../admin/editor/drafts.ts"
import { makeShelf } from "../../admin/fixtures.ts"
import { ideaIn, startIdea } from "./idea-draft.ts"
import { ideas } from "./ideas.ts"
import { BLANK_IDEA, ideaValues, type Suggestion } from "./schema.ts"

const suggestion: Suggestion = {
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
}

const makeDrafts = (userId = "ann", shelf = makeShelf()) =>
  createDrafts({ name: "making", userId, shelf, tab: null, values: ideaValues })

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }))

test("what is put into better words is found again, by its writer alone", () => {
  const shelf = makeShelf()
  const { form, $draft, end } = startIdea(suggestion, makeDrafts("ann", shelf))
  form.change({ title: "Umbrellas for all" })
  vi.runAllTimers()
  expect($draft.get()).toBe("stored")
  end()
  const again = startIdea(suggestion, makeDrafts("ann", shelf))
  expect(again.form.$values.get().title).toBe("Umbrellas for all")
  expect(again.restored).toMatch(/^\d{4}-/)
  const theirs = startIdea(suggestion, makeDrafts("ben", shelf))
  expect(theirs.form.$values.get().title).toBe("Umbrellas")
})

test("a draft goes with its being discarded, and with the idea that is made", () => {
  const drafts = makeDrafts()
  const first = startIdea(suggestion, drafts)
  first.form.change({ title: "Hats" })
  first.flush()
  first.discard()
  expect(first.form.$values.get().title).toBe("Umbrellas")
  expect(drafts.find("s1")).toBeNull()
  first.form.change({ title: "Coats" })
  first.finish()
  expect(drafts.find("s1")).toBeNull()
})

test("an idea needs a title, a text and a category", () => {
  expect(ideas.check(BLANK_IDEA)).toMatchObject({
    failure: { errors: { title: "required", description: "required", category: "required" } },
  })
})

test("what a suggestion says can be sent as an idea, without its sender", () => {
  const checked = ideas.check(ideaIn(suggestion))
  expect(checked).toEqual({
    ok: true,
    body: {
      title: "Umbrellas",
      description: "It rains.",
      category: "shop",
      is_popular: true,
      status: "open",
      reply: null,
      language: null,
    },
  })
})
