import { expect, test } from "vitest"
import type { Session } from "../../../session/session.ts"
import { makeArticle } from "./fixtures.ts"
import {
  isHeldBack,
  mayPublish,
  PUBLISHING_ACTIONS,
  type PublishingAction,
  type PublishingState,
  publishingState,
  saveLabel,
} from "./publishing.ts"

const planned = { publish_at: "2050-01-01T10:00:00.000Z" }

test.each([
  [null, "draft", ["publish", "plan"], "saveDraft"],
  [{}, "draft", ["publish", "plan"], "saveDraft"],
  [planned, "planned", ["publish", "replan", "cancelPlan"], "saveChanges"],
  [{ is_published: true }, "published", ["unpublish"], "saveChanges"],
] satisfies [object | null, PublishingState, PublishingAction[], string][])(
  "the menu of the article %j, which is %s, has the right actions",
  (changes, state, actions, label) => {
    const item = changes && makeArticle(changes)
    expect(publishingState(item)).toBe(state)
    expect(PUBLISHING_ACTIONS[state]).toEqual(actions)
    expect(saveLabel(item)).toBe(`admin:news.form.${label}`)
  },
)

const session = (changes: object): Session => ({
  status: "signed-in",
  user: { id: "u1", email: "elina@daina.test" },
  role: "user",
  ...changes,
})
const translator = (may_publish: boolean) =>
  session({ newsroom: { kind: "translator", languages: ["lv"], may_publish } })

test.each([
  ["a super admin", session({ role: "super_admin" }), [true, true]],
  [
    "an editor",
    session({ newsroom: { kind: "editor", languages: [], may_publish: true } }),
    [true, true],
  ],
  ["a translator with the right to publish", translator(true), [false, true]],
  ["a translator", translator(false), [false, false]],
  ["a member", session({}), [false, false]],
] as const)("whether %s may publish originals and translations: %s", (_, viewer, rights) => {
  expect([mayPublish(viewer, null), mayPublish(viewer, "o1")]).toEqual(rights)
  expect([isHeldBack(viewer, null), isHeldBack(viewer, "o1")]).toEqual(
    rights.map((isAllowed) => !isAllowed),
  )
})

test("an expired session changes no buttons", () => {
  expect(isHeldBack({ status: "signed-out" }, null)).toBe(false)
})
