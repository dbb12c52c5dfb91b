/** The form with a member's country and favorite groups. Members can fill it in after signing up. */
import { storeOwnCountry } from "../../../session/own-country.ts"
import { call } from "../../../shared/call.ts"
import { cutText } from "../../../shared/description.ts"
import { createForm } from "../../../ui/forms/form.ts"
import { checkWithSchema } from "../../../ui/forms/submission.ts"
import { showOutcome } from "../../../ui/toast/show-outcome.ts"
import { $account, ACCOUNT_PATH, type Account, accountAnswer } from "../own-account.ts"
import {
  type AccountSettings,
  accountSettingsBody,
  GROUP_MAX,
  GROUPS_MAX,
  type Place,
} from "../schema.ts"

export interface GroupsValues {
  /** Empty if the member has not chosen a country. */
  country: Place | ""
  favorite_groups: string[]
}

export const groupsForm = createForm<GroupsValues, AccountSettings, Account>(
  { country: "", favorite_groups: [] },
  {
    check: ({ country, favorite_groups }) =>
      checkWithSchema(accountSettingsBody, { country: country || null, favorite_groups }),
    send: (payload) => call(ACCOUNT_PATH, { method: "PATCH", payload, read: accountAnswer }),
  },
)

/** Fills the form with the saved values when they are loaded. Returns a function that ends this. */
export function startGroupsForm(): () => void {
  let isFilled = false
  return $account.subscribe(({ data }) => {
    if (!data || isFilled) return
    isFilled = true
    groupsForm.reset({ country: data.country ?? "", favorite_groups: data.favorite_groups })
  })
}

/** Adds a group, unless it is already in the list or the list is full. */
export function addGroup(groups: string[], typed: string): string[] {
  const name = cutText(typed.replace(/\s+/g, " ").trim(), GROUP_MAX)
  const isContained = groups.some((group) => group.toLowerCase() === name.toLowerCase())
  return !name || isContained || groups.length >= GROUPS_MAX ? groups : [...groups, name]
}

/** Saves the form, and shows a failure in a toast. Returns whether the form was saved. */
export async function saveGroups(): Promise<boolean> {
  const answer = await groupsForm.submit()
  if (!answer) return false
  if (answer.ok) {
    const { country } = answer.body
    $account.mutate(answer.body)
    storeOwnCountry(country === "other" ? null : country)
  } else showOutcome(answer, { title: "" }, "security:mails.saveFailed")
  return answer.ok
}
