import { expect, test } from "vitest"
import type { NewsroomGrant } from "../../../schema/roles.ts"
import { makeArticle } from "./fixtures.ts"
import {
  getPublishingState,
  getSaveLabel,
  mayPublish,
  PUBLISHING_ACTIONS,
  type PublishingAction,
  type PublishingState,
} from "./publishing.ts"

const PLANNED = { publish_at: "2050-01-01T10:00:00.000Z" }

test.each([
  [null, "draft", ["publish", "plan"], "saveDraft"],
  [{}, "draft", ["publish", "plan"], "saveDraft"],
  [PLANNED, "planned", ["publish", "replan", "cancelPlan"], "saveChanges"],
  [{ is_published: true }, "published", ["unpublish"], "saveChanges"],
] satisfies [object | null, PublishingState, PublishingAction[], string][])(
  "the article %j is in the state %o, and has the menu and the save button of this state",
  (overrides, state, actions, label) => {
    const item = overrides && makeArticle(overrides)
    expect(getPublishingState(item)).toBe(state)
    expect(PUBLISHING_ACTIONS[state]).toEqual(actions)
    expect(getSaveLabel(item)).toBe(`admin:news.form.${label}`)
  },
)

const makeTranslatorGrant = ({ may_publish }: { may_publish: boolean }): NewsroomGrant => ({
  kind: "translator",
  languages: ["lv"],
  may_publish,
})

test.each<[string, [original: boolean, translation: boolean], NewsroomGrant]>([
  ["an editor", [true, true], { kind: "editor", languages: [], may_publish: true }],
  [
    "a translator with the right to publish",
    [false, true],
    makeTranslatorGrant({ may_publish: true }),
  ],
  ["a translator", [false, false], makeTranslatorGrant({ may_publish: false })],
])("the rights of %s to publish [originals, translations] are %j", (_, rights, grant) => {
  expect([mayPublish(grant, null), mayPublish(grant, "o1")]).toEqual(rights)
})
