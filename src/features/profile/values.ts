/** What the profile's form holds, and what of it is sent. */
import { fieldErrors } from "../../problem.ts"
import { type Checked, refused } from "../../ui/submission.ts"
import { type BirthDate, joinBirthDate, splitBirthDate } from "./birth-date.ts"
import type { Profile } from "./profile.ts"
import {
  DEFAULT_PRIVACY,
  type Gender,
  PRIVACY_SWITCHES,
  type PrivacySettings,
  type ProfileBody,
  profileBody,
  type UserType,
} from "./schema.ts"

export type AvatarChoice =
  | { status: "saved"; url: string | null }
  /** Not sent yet; `preview` is its address on this page alone. */
  | { status: "chosen"; picture: Blob; preview: string }

export interface ProfileValues extends PrivacySettings {
  display_name: string
  avatar_url: AvatarChoice
  bio: string
  /** Empty: none chosen. */
  gender: Gender | ""
  date_of_birth: BirthDate
  user_type: UserType
  music_likes_public: boolean
}

const FIELDS = [
  "display_name",
  "avatar_url",
  "bio",
  "gender",
  "date_of_birth",
  "user_type",
  "music_likes_public",
  ...PRIVACY_SWITCHES,
] as const satisfies readonly (keyof ProfileValues)[]

/** The form's values for a profile; empty, with the defaults, where there is none yet. */
export const valuesOf = (profile: Profile | null): ProfileValues => ({
  display_name: profile?.display_name ?? "",
  avatar_url: { status: "saved", url: profile?.avatar_url ?? null },
  bio: profile?.bio ?? "",
  gender: profile?.gender ?? "",
  date_of_birth: splitBirthDate(profile?.date_of_birth ?? null),
  user_type: profile?.user_type ?? "regular_user",
  music_likes_public: profile?.music_likes_public ?? false,
  ...(profile?.privacy_settings ?? DEFAULT_PRIVACY),
})

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

export const isSame = (one: ProfileValues, other: ProfileValues): boolean =>
  FIELDS.every((field) => isEqual(one[field], other[field]))

function take<Field extends keyof ProfileValues>(
  field: Field,
  from: ProfileValues,
  into: ProfileValues,
): void {
  into[field] = from[field]
}

/** What the form holds after a save: as saved, but for what was changed since it was sent. */
export function afterSaving(
  sent: ProfileValues,
  typed: ProfileValues,
  saved: ProfileValues,
): ProfileValues {
  const values = { ...saved }
  for (const field of FIELDS) {
    if (!isEqual(sent[field], typed[field])) take(field, typed, values)
  }
  return values
}

const bodyOf = ({ avatar_url, date_of_birth, gender, ...values }: ProfileValues) => ({
  display_name: values.display_name,
  bio: values.bio || null,
  gender: gender || null,
  date_of_birth: joinBirthDate(date_of_birth),
  user_type: values.user_type,
  music_likes_public: values.music_likes_public,
  // One that was chosen is stored first, and has no address before.
  ...(avatar_url.status === "saved" ? { avatar_url: avatar_url.url } : {}),
})

/** What differs from before. */
function changesIn(now: object, before: object): object {
  const known = new Map<string, unknown>(Object.entries(before))
  return Object.fromEntries(
    Object.entries(now).filter(([name, value]) => !isEqual(value, known.get(name))),
  )
}

const switchesOf = (values: ProfileValues) =>
  Object.fromEntries(PRIVACY_SWITCHES.map((name) => [name, values[name]]))

/**
 * What is to be sent, if it is right: the fields and the switches that differ from the saved profile, or
 * from the defaults. What another tab has made private since is not made public again by the rest.
 */
export function checkChanges(
  values: ProfileValues,
  profile: Profile | null,
  member: string | null,
): Checked<ProfileBody> {
  const saved = valuesOf(profile)
  const switches = changesIn(switchesOf(values), switchesOf(saved))
  const parsed = profileBody.safeParse({
    ...(member ? { user_id: member } : {}),
    display_name: values.display_name,
    ...changesIn(bodyOf(values), bodyOf(saved)),
    ...(Object.keys(switches).length > 0 ? { privacy_settings: switches } : {}),
  })
  return parsed.success
    ? { ok: true, body: parsed.data }
    : refused(fieldErrors(parsed.error.issues))
}
