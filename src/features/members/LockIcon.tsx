import type { Locale } from "../../i18n/locales.ts"
import { tFor } from "../../i18n/t-for.ts"
import { IslandIcon } from "../../ui/island-icons.tsx"
import type { PublicProfile } from "./schema.ts"

export interface MemberProps {
  locale: Locale
  profile: PublicProfile
}

interface LockProps extends MemberProps {
  /** Name of the field in `profile.hidden`. */
  field: string
  className?: string
}

/** Marks a field of the member's own profile that other people do not see. */
export function LockIcon({ locale, profile, field, className = "" }: LockProps) {
  if (!profile.is_self || !profile.hidden.includes(field)) return null
  const label = tFor(locale)("members:hidden")
  return (
    <span
      className={`inline-grid place-items-center tracking-normal text-soft ${className}`}
      title={label}
    >
      <IslandIcon name="lock" size={16} />
      <span className="sr-only">({label})</span>
    </span>
  )
}
