import { expect, test } from "vitest"
import { changeOf } from "./slots.ts"

const article = (id: string, day = 1) => ({ id, updated_at: `2026-01-0${day}T10:00:00.000Z` })
const slotOf = ({ id, updated_at }: ReturnType<typeof article>) => ({
  news: id,
  updated: updated_at,
})

test("of three cards whose middle article is gone, the last has nothing to show", () => {
  const [a, b, c] = [article("a"), article("b"), article("c")]
  const news = [a, c]
  expect([a, b, c].map((shown, i) => changeOf(slotOf(shown), news[i]))).toEqual([
    "same",
    c,
    "empty",
  ])
})

test("an article that was changed is shown anew, an older answer changes nothing", () => {
  expect(changeOf(slotOf(article("a", 1)), article("a", 2))).toEqual(article("a", 2))
  expect(changeOf(slotOf(article("a", 2)), article("a", 1))).toBe("same")
})
