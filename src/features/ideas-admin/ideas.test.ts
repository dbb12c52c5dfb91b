import { expect, test } from "vitest"
import { BLANK_IDEA } from "./idea.ts"
import { checkIdea, ideas } from "./ideas.ts"
import { ideaIn } from "./making.ts"
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

test("an idea needs a title, a text and a category", () => {
  expect(checkIdea(BLANK_IDEA)).toMatchObject({
    failure: { errors: { title: "required", description: "required", category: "required" } },
  })
})

test("what a suggestion says can be sent as an idea, without its sender", () => {
  const checked = checkIdea(ideaIn(suggestion))
  expect(checked).toEqual({
    ok: true,
    body: {
      title: "Umbrellas",
      description: "It rains.",
      category: "shop",
      is_popular: true,
      status: "open",
      reply: null,
    },
  })
})

test("every field of the form can be compared", () => {
  expect(ideas.compared.map(({ name }) => name).sort()).toEqual(Object.keys(BLANK_IDEA).sort())
})
