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

/** Compares the artist keys of two names. A name without letters or digits, such as `!!!`, is compared as text. */
const isSameGroup = (a: string, b: string) =>
  (toArtistKey(a) || a.toLowerCase()) === (toArtistKey(b) || b.toLowerCase())

/** Adds the comma-separated names of `unaddedText` to the groups. Returns names above the limits as `unaddedText`. */
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

/** Adds the names that are still typed in the field, and saves the form. Returns false if the save failed. */
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
    // No toast is shown for an error of the unadded text: its field shows the error.
    showFailure(result.failure, "security:mails.saveFailed")
  }
  return result.ok
}
