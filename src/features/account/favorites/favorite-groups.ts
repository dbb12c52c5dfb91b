import { atom, computed } from "nanostores"
import { storeOwnCountry } from "../../../session/own-country.ts"
import { call } from "../../../shared/call.ts"
import { getChangedFields, listChangedFieldNames } from "../../../ui/forms/changed-fields.ts"
import { createForm } from "../../../ui/forms/form.ts"
import { checkWithSchema, failCheck } from "../../../ui/forms/submission.ts"
import { showFailure } from "../../../ui/toast/show-outcome.ts"
import { toArtistKey } from "../../artists/names.ts"
import { type ArtistNames, findArtist } from "../../artists/suggest-artists.ts"
import { $account, ACCOUNT_PATH, type Account, accountResponse } from "../own-account.ts"
import {
  type AccountSettings,
  accountSettingsBody,
  type CountryAnswer,
  MAX_GROUP_NAME_LENGTH,
  MAX_GROUPS,
} from "../schema.ts"

export interface GroupsValues {
  country: CountryAnswer | ""
  favorite_groups: string[]
  /** Text in the field that is not added to the groups yet. It can contain several names, separated by commas. */
  unaddedText: string
}

const getValues = ({ country, favorite_groups }: Account): GroupsValues => ({
  country: country ?? "",
  favorite_groups,
  unaddedText: "",
})

/** The saved values, and the email address of the member. Null until both are loaded. */
const $saved = atom<{ email: string; values: GroupsValues } | null>(null)

export const groupsForm = createForm<GroupsValues, AccountSettings, Account>(
  { country: "", favorite_groups: [], unaddedText: "" },
  {
    check(values) {
      const { unaddedText } = values
      if (unaddedText.trim()) {
        return failCheck({
          unaddedText: unaddedText.length > MAX_GROUP_NAME_LENGTH ? "too_long" : "too_many_groups",
        })
      }
      // Only changed settings are sent, so that changes from another tab stay.
      const changed = getChangedFields(values, $saved.get()?.values ?? values)
      const { country } = changed
      return checkWithSchema(accountSettingsBody, {
        ...changed,
        ...(country !== undefined && { country: country || null }),
      })
    },
    send: (payload) => call(ACCOUNT_PATH, { method: "PATCH", payload, read: accountResponse }),
  },
  "groups",
)

export const $changedGroupFields = computed([$saved, groupsForm.$values], (saved, values) =>
  saved === null ? [] : listChangedFieldNames(values, saved.values),
)
export const $areGroupsDirty = computed($changedGroupFields, (fields) => fields.length > 0)

/** Fills the form when the account is loaded, unless its member has unsaved changes. Returns a stop function. */
export const startGroupsForm = (): (() => void) =>
  $account.subscribe(({ data }) => {
    const isSameMember = data?.email === $saved.get()?.email
    if (!data || (isSameMember && $areGroupsDirty.get())) return
    groupsForm.reset(getValues(data))
    $saved.set({ email: data.email, values: getValues(data) })
  })

/** Compares by artist key, or by text if a name has no letters or digits for a key, such as `!!!`. */
const isSameGroup = (a: string, b: string) =>
  (toArtistKey(a) || a.toLowerCase()) === (toArtistKey(b) || b.toLowerCase())

/** Adds names, which are separated by commas. Names above the limits stay in `unaddedText`. */
export function addGroups(
  groups: string[],
  unaddedText: string,
  artists: ArtistNames[],
): Pick<GroupsValues, "favorite_groups" | "unaddedText"> {
  const favorite_groups = [...groups]
  const remainingNames: string[] = []
  for (const part of unaddedText.split(",")) {
    const text = part.replace(/\s+/g, " ").trim()
    const name = findArtist(artists, text)?.name ?? text
    if (!name || favorite_groups.some((group) => isSameGroup(group, name))) continue
    const hasRoom = favorite_groups.length < MAX_GROUPS && name.length <= MAX_GROUP_NAME_LENGTH
    if (hasRoom) favorite_groups.push(name)
    else remainingNames.push(name)
  }
  return { favorite_groups, unaddedText: remainingNames.join(", ") }
}

/** Saves the form, including the names that are not added yet. Returns false if the save failed. */
export async function saveGroups(artists: ArtistNames[]): Promise<boolean> {
  const { favorite_groups, unaddedText } = groupsForm.$values.get()
  if (unaddedText) groupsForm.change(addGroups(favorite_groups, unaddedText, artists))
  if (!$areGroupsDirty.get()) return true
  const sentValues = groupsForm.$values.get()
  const memberEmail = $saved.get()?.email
  const result = await groupsForm.submit()
  // If another member has logged in meanwhile, the result is ignored.
  if (!result || $saved.get()?.email !== memberEmail) return false
  if (result.ok) {
    const values = getValues(result.body)
    const changesSinceSending = getChangedFields(groupsForm.$values.get(), sentValues)
    $saved.set({ email: result.body.email, values })
    groupsForm.reset({ ...values, ...changesSinceSending })
    const { country } = result.body
    $account.mutate(result.body)
    storeOwnCountry(country === "other" ? null : country)
  } else if (!result.failure.errors["unaddedText"]) {
    // An error of the unadded text is shown at the field, without a toast.
    showFailure(result.failure, "security:mails.saveFailed")
  }
  return result.ok
}
