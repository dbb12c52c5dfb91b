import { useEffect } from "react"
import type { Locale } from "../../i18n/locales.ts"
import { markNotificationsRead } from "../../session/mark-notifications-read.ts"
import { MemberLikes } from "../music/MemberLikes.tsx"

interface Props {
  locale: Locale
  releases: string[]
}

export function MemberArtist({ locale, releases }: Props) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the releases of a page do not change
  useEffect(() => void markNotificationsRead("releases", releases), [])
  return <MemberLikes locale={locale} />
}
