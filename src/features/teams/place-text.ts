import type { Translate } from "../../i18n/keys.ts"
import type { TeamCard } from "./team.ts"

type Placed = Pick<TeamCard, "location" | "country">

/** Where a team is at home, in one word: its place, else its country; null when it has told neither. */
export const shortPlace = ({ location, country }: Placed, t: Translate): string | null =>
  location ?? (country ? t(`common:countries.${country}`) : null)

/** The place with its country; null when it has told neither. */
export const fullPlace = ({ location, country }: Placed, t: Translate): string | null =>
  [location, country && t(`common:countries.${country}`)].filter(Boolean).join(", ") || null
