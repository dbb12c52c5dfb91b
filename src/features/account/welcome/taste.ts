/** Where a member is and whom they love: asked after signing up, kept with the account. */
import { call } from "../../../shared/call.ts"
import { beginning } from "../../../shared/description.ts"
import { createForm } from "../../../ui/forms/form.ts"
import { checked } from "../../../ui/forms/submission.ts"
import { tellOutcome } from "../../../ui/toast/tell-outcome.ts"
import { $account, ACCOUNT_PATH, type Account, accountAnswer } from "../own-account.ts"
import {
  type AccountSettings,
  accountSettingsBody,
  GROUP_MAX,
  GROUPS_MAX,
  type Place,
} from "../schema.ts"

export interface Taste {
  /** Empty: rather not said. */
  country: Place | ""
  favorite_groups: string[]
}

export const tasteForm = createForm<Taste, AccountSettings, Account>(
  { country: "", favorite_groups: [] },
  {
    check: ({ country, favorite_groups }) =>
      checked(accountSettingsBody, { country: country || null, favorite_groups }),
    send: (payload) =>
      call(ACCOUNT_PATH, { method: "PATCH", payload, read: (json) => accountAnswer.parse(json) }),
  },
)

/** Fills the form with what is saved, once. Returns what ends it. */
export function startTaste(): () => void {
  let isFilled = false
  return $account.subscribe(({ data }) => {
    if (!data || isFilled) return
    isFilled = true
    tasteForm.reset({ country: data.country ?? "", favorite_groups: data.favorite_groups })
  })
}

/** The groups with one more; the same ones where it is there already, or is one too many. */
export function withGroup(groups: string[], typed: string): string[] {
  const name = beginning(typed.replace(/\s+/g, " ").trim(), GROUP_MAX)
  const isThere = groups.some((one) => one.toLowerCase() === name.toLowerCase())
  return !name || isThere || groups.length >= GROUPS_MAX ? groups : [...groups, name]
}

/** Saves it; says what went wrong, and whether it is saved. */
export async function saveTaste(): Promise<boolean> {
  const answer = await tasteForm.submit()
  if (!answer) return false
  if (answer.ok) $account.mutate(answer.body)
  else tellOutcome(answer.failure, { title: "" }, "security:mails.saveFailed")
  return answer.ok
}
