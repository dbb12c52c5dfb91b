import * as z from "zod/mini"
import type { MessageKey } from "../../../i18n/keys.ts"
import { getChangedFields } from "../../../ui/forms/changed-fields.ts"
import { type CheckResult, checkWithSchema, failCheck } from "../../../ui/forms/submission.ts"
import type { GroupsValues } from "../favorites/favorite-groups.ts"
import {
  type BirthDate,
  getBirthDateToSend,
  isKnownAdult,
  isUnderAge,
  listMissingParts,
  splitBirthDate,
} from "./birth-date.ts"
import {
  DEFAULT_PRIVACY,
  type Gender,
  type PrivacySettings,
  type Profile,
  type ProfileBody,
  privacySettings,
  profileBody,
  type UserType,
} from "./schema.ts"

/** A chosen picture is not uploaded yet. `preview` is its object URL. */
export type AvatarChoice =
  | { status: "saved"; url: string | null }
  | { status: "chosen"; picture: Blob; preview: string }

export interface ProfileValues extends PrivacySettings {
  display_name: string
  avatar_url: AvatarChoice
  bio: string
  gender: Gender | ""
  date_of_birth: BirthDate
  user_type: UserType
  music_likes_public: boolean
}

export const getProfileValues = (profile: Profile | null): ProfileValues => ({
  display_name: profile?.display_name ?? "",
  avatar_url: { status: "saved", url: profile?.avatar_url ?? null },
  bio: profile?.bio ?? "",
  gender: profile?.gender ?? "",
  date_of_birth: splitBirthDate(profile?.date_of_birth ?? null),
  user_type: profile?.user_type ?? "regular_user",
  music_likes_public: profile?.music_likes_public ?? false,
  ...DEFAULT_PRIVACY,
  ...profile?.privacy_settings,
})

/**
 * Names of the fields of both forms (profile, favorite groups) in the list of unsaved changes.
 * `unaddedText` holds group names that are not added yet. All other fields are privacy switches and share one name.
 */
const FIELD_NAMES = {
  avatar_url: "profile:unsaved.avatar",
  display_name: "profile:unsaved.displayName",
  bio: "profile:unsaved.bio",
  country: "profile:unsaved.country",
  favorite_groups: "profile:unsaved.groups",
  unaddedText: "profile:unsaved.groups",
  user_type: "profile:unsaved.userType",
  gender: "profile:unsaved.gender",
  date_of_birth: "profile:unsaved.birthDate",
} as const satisfies Partial<Record<keyof ProfileValues | keyof GroupsValues, MessageKey>>

export function listUnsavedParts(changedFields: string[]): MessageKey[] {
  const named = Object.entries(FIELD_NAMES).filter(([field]) => changedFields.includes(field))
  const names = new Set<MessageKey>(named.map(([, name]) => name))
  const isSwitchChanged = named.length < changedFields.length
  if (isSwitchChanged) names.add("profile:unsaved.privacy")
  return [...names]
}

const createBody = ({ avatar_url, date_of_birth, gender, ...values }: ProfileValues) => ({
  display_name: values.display_name,
  bio: values.bio || null,
  gender: gender || null,
  date_of_birth: getBirthDateToSend(date_of_birth),
  user_type: values.user_type,
  music_likes_public: values.music_likes_public,
  // A chosen picture has no URL yet: the store adds the URL after the upload.
  ...(avatar_url.status === "saved" ? { avatar_url: avatar_url.url } : {}),
})

const getPrivacy = (values: ProfileValues): PrivacySettings => z.parse(privacySettings, values)

/**
 * Checks the form and returns the body of the request: the name, which the API requires, and all changed values. The API
 * refuses the request if `memberId`, whose profile was loaded, is not the logged-in member. Unchanged privacy
 * switches are left out, so that a field that was made private in another tab stays private.
 */
export function checkChanges(
  values: ProfileValues,
  profile: Profile | null,
  memberId: string | null,
): CheckResult<ProfileBody> {
  const saved = getProfileValues(profile)
  const switches = getChangedFields(getPrivacy(values), getPrivacy(saved))
  const result = checkWithSchema(profileBody, {
    ...(memberId ? { user_id: memberId } : {}),
    display_name: values.display_name,
    ...getChangedFields(createBody(values), createBody(saved)),
    ...(Object.keys(switches).length > 0 ? { privacy_settings: switches } : {}),
  })
  if (listMissingParts(values.date_of_birth).length === 0) return result
  const otherErrors = result.ok ? {} : result.failure.errors
  return failCheck({ ...otherErrors, date_of_birth: "incomplete_date" })
}

export const VIEWERS = ["everyone", "members", "onlyYou"] as const

export type Viewer = (typeof VIEWERS)[number]

type Part = MessageKey & `profile:visible.${string}`

const EVENTS: Part = "profile:visible.events"

/** Returns whether only members see the name and the picture, which is the default for a minor. */
export const isIdentityForMembersOnly = ({ date_of_birth, show_to_everyone }: ProfileValues) =>
  isUnderAge(date_of_birth) && !show_to_everyone

/** Groups the parts of the profile by who sees them. Each part is listed only for the largest group that sees it. */
export function groupPartsByViewer(values: ProfileValues): Record<Viewer, Part[]> {
  const isBirthDateShown = values.show_date_of_birth && !isUnderAge(values.date_of_birth)
  const areEventsShown = values.show_events && isKnownAdult(values.date_of_birth)
  const identity: [Part, boolean][] = [
    ["profile:visible.avatar", values.show_avatar],
    ["profile:visible.displayName", values.show_display_name],
    // The public profile lists teams only if the name is visible.
    ["profile:visible.teams", values.show_display_name],
  ]
  const shownToMembers = isIdentityForMembersOnly(values)
    ? identity.filter(([, isOn]) => isOn).map(([part]) => part)
    : []
  const switches: [Part, boolean][] = [
    ...identity,
    ["profile:visible.bio", values.show_bio],
    ["profile:visible.gender", values.show_gender],
    ["profile:visible.birthDate", isBirthDateShown],
    ["profile:visible.likes", values.music_likes_public],
  ]
  const listSwitchedOn = () => switches.filter(([, isOn]) => isOn).map(([part]) => part)
  const listSwitchedOff = () => switches.filter(([, isOn]) => !isOn).map(([part]) => part)
  return {
    everyone: listSwitchedOn().filter((part) => !shownToMembers.includes(part)),
    members: [
      ...shownToMembers,
      // No switch hides these four parts from members.
      "profile:visible.userType",
      "profile:visible.favorite",
      "profile:visible.groups",
      "profile:visible.joined",
      ...(areEventsShown ? [EVENTS] : []),
    ],
    onlyYou: [...listSwitchedOff(), "profile:visible.country", ...(areEventsShown ? [] : [EVENTS])],
  }
}

/** Returns the key of a text that explains why other members do not see the events. Null if they see the events. */
export function getEventsNote({ show_events, date_of_birth }: ProfileValues): MessageKey | null {
  if (!show_events) return "profile:privacy.eventsOff"
  return isKnownAdult(date_of_birth) ? null : "profile:privacy.eventsAge"
}
