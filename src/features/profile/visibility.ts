/** Who sees what of a member, by the switches of the form. */
import type { MessageKey } from "../../i18n/keys.ts"
import { isUnderAge } from "./birth-date-field.ts"
import type { ProfileValues } from "./values.ts"

export const VIEWERS = ["everyone", "members", "onlyYou"] as const

export type Viewer = (typeof VIEWERS)[number]

type Part = MessageKey & `profile:visible.${string}`

/** What those see who are signed in, whatever the switches say. */
const FOR_MEMBERS = [
  "profile:visible.userType",
  "profile:visible.favorite",
  "profile:visible.joined",
] as const satisfies readonly Part[]

/** The parts of a profile by who sees them; what everyone sees is not named again for members. */
export function visibleParts(values: ProfileValues): Record<Viewer, Part[]> {
  const isBirthShown = values.show_date_of_birth && !isUnderAge(values.date_of_birth)
  const switches: [Part, boolean][] = [
    ["profile:visible.avatar", values.show_avatar],
    ["profile:visible.displayName", values.show_display_name],
    ["profile:visible.bio", values.show_bio],
    ["profile:visible.gender", values.show_gender],
    ["profile:visible.birthDate", isBirthShown],
    ["profile:visible.likes", values.music_likes_public],
  ]
  const those = (isSeen: boolean) =>
    switches.filter(([, isOn]) => isOn === isSeen).map(([part]) => part)
  return { everyone: those(true), members: [...FOR_MEMBERS], onlyYou: those(false) }
}
