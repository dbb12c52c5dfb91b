import { expect, test } from "vitest"
import { createIdeaValues, ideas } from "./ideas.ts"
import type { Suggestion } from "./schema.ts"

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

test("an idea without a title, a text and a category is refused", () => {
  expect(ideas.check(ideas.createBlankValues("en"))).toMatchObject({
    failure: { errors: { title: "required", description: "required", category: "required" } },
  })
})

test("an idea that is made from a suggestion does not contain the sender's name or email address", () => {
  const checked = ideas.check(createIdeaValues(suggestion))
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
