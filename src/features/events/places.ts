import type { Translate } from "../../i18n/keys.ts"
import type { PublicEvent } from "./event.ts"

/** How many may take part, in words. */
export const placesOf = (
  { max_participants }: Pick<PublicEvent, "max_participants">,
  t: Translate,
): string =>
  max_participants === null
    ? t("home:events.open")
    : t("home:events.places", { count: max_participants })
