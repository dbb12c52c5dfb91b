import type { Locale } from "../../../i18n/locales.ts"
import { tFor } from "../../../i18n/t-for.ts"
import { AvatarStack } from "../../../ui/pictures/AvatarStack.tsx"
import type { TeamMember } from "../schema.ts"

const MAX_AVATARS = 4
const MAX_NAMES = 2

interface Props {
  locale: Locale
  members: TeamMember[]
}

/** Link to the members' tab. Shows the avatars and names of some members whose names the viewer may see. */
export function MembersLink({ locale, members }: Props) {
  const named = members.filter(({ display_name }) => display_name !== null)
  if (named.length === 0) return null
  const names = named.slice(0, MAX_NAMES).map(({ display_name }) => display_name)
  const others = members.length - names.length
  return (
    <a
      className="mb-2 flex min-h-11 w-fit max-w-full items-center gap-3 text-md hover:underline"
      href="#members"
    >
      <AvatarStack people={named.slice(0, MAX_AVATARS)} />
      <span className="flex min-w-0 gap-1 whitespace-nowrap">
        <b className="truncate font-semibold">{names.join(", ")}</b>{" "}
        {others > 0 && (
          <span className="text-soft">
            {tFor(locale)("signups:people.more", { count: others })}
          </span>
        )}
      </span>
    </a>
  )
}
