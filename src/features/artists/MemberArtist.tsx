import { useEffect } from "react"
import type { Locale } from "../../i18n/locales.ts"
import { markNotificationsRead } from "../../session/mark-notifications-read.ts"
import { MemberLikes } from "../music/MemberLikes.tsx"

interface Props {
  locale: Locale
  releaseIds: string[]
}

/** Marks notifications about the releases of an artist's page as read, and handles the likes of a member. */
export function MemberArtist({ locale, releaseIds }: Props) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the releases of a page do not change
  useEffect(() => void markNotificationsRead("releases", releaseIds), [])
  return <MemberLikes locale={locale} />
}
