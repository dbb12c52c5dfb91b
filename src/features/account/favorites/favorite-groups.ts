import { storeOwnCountry } from "../../../session/own-country.ts"
import { checkWithSchema, failCheck } from "../../../ui/forms/submission.ts"
import { showFailure } from "../../../ui/toast/show-outcome.ts"
import { toArtistKey } from "../../artists/names.ts"
import { type ArtistNames, findArtist } from "../../artists/suggest-artists.ts"
import { createAccountForm } from "../account-form.ts"
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

export const groupsForm = createAccountForm<GroupsValues, AccountSettings>({
  name: "groups",
  blank: { country: "", favorite_groups: [], unaddedText: "" },
  getValues: ({ country, favorite_groups }) => ({
    country: country ?? "",
    favorite_groups,
    unaddedText: "",
  }),
  check(changed, { unaddedText }) {
    if (unaddedText.trim()) {
      return failCheck({
        unaddedText: unaddedText.length > MAX_GROUP_NAME_LENGTH ? "too_long" : "too_many_groups",
      })
    }
    const { country } = changed
    return checkWithSchema(accountSettingsBody, {
      ...changed,
      ...(country !== undefined && { country: country || null }),
    })
  },
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
  const { form, $isDirty, save } = groupsForm
  const { favorite_groups, unaddedText } = form.$values.get()
  if (unaddedText) form.change(addGroups(favorite_groups, unaddedText, artists))
  if (!$isDirty.get()) return true
  const result = await save()
  if (!result) return false
  if (result.ok) {
    const { country } = result.body
    storeOwnCountry(country === "other" ? null : country)
  } else if (!result.failure.errors["unaddedText"]) {
    // An error of the unadded text is shown at the field, without a toast.
    showFailure(result.failure, "security:mails.saveFailed")
  }
  return result.ok
}
