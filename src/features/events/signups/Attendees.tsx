import { createPortal } from "react-dom"
import type { Locale } from "../../../i18n/locales.ts"
import { localePath } from "../../../i18n/paths.ts"
import { tFor } from "../../../i18n/t-for.ts"
import { Avatar } from "../../../ui/pictures/Avatar.tsx"
import { AvatarStack } from "../../../ui/pictures/AvatarStack.tsx"
import type { Signup } from "./schema.ts"

const MAX_LISTED_ATTENDEES = 8
/** Maximum number of avatars below the title of an event. */
const MAX_AVATARS = 5

interface Props {
  locale: Locale
  people: Signup["people"]
  /** Number of attendees with their guests. */
  going: number
}

/**
 * Lists the attendees whose names the viewer may see, with links to their profiles. Adds their avatars below the title
 * of an event's page.
 */
export function Attendees({ locale, people, going }: Props) {
  const t = tFor(locale)
  const shownPeople = people.slice(0, MAX_LISTED_ATTENDEES)
  const hiddenCount = going - shownPeople.length
  const goingLink = document.querySelector("[data-going]")
  return (
    <>
      {goingLink && createPortal(<AvatarStack people={people.slice(0, MAX_AVATARS)} />, goingLink)}
      {people.length > 0 && (
        <div className="mt-2 border-t border-line pt-4">
          <h3 className="mb-2.5 text-md text-soft">{t("signups:people.title")}</h3>
          <ul className="grid grid-cols-4 gap-2">
            {shownPeople.map(({ user_id, display_name, avatar_url }) => (
              <li key={user_id}>
                <a
                  className="grid justify-items-center gap-1 text-center text-xs hover:underline"
                  href={localePath(`/members/${user_id}`, locale)}
                >
                  <Avatar name={display_name} url={avatar_url} />
                  <span className="max-w-full truncate">{display_name}</span>
                </a>
              </li>
            ))}
          </ul>
          {hiddenCount > 0 && (
            <p className="mt-3 text-sm text-soft">
              {t("signups:people.more", { count: hiddenCount })}
            </p>
          )}
        </div>
      )}
    </>
  )
}
