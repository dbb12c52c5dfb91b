import { useStore } from "@nanostores/react"
import type { Locale } from "../../i18n/locales.ts"
import { getLoginLink, localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { $session } from "../../session/session.ts"
import { Button } from "../../ui/Button.tsx"
import { useIsHydrated } from "../../ui/hydration.ts"
import { Follow } from "./FollowButton.tsx"
import { $follows, followMutation, getFollowPath } from "./own-follows.ts"

interface Props {
  locale: Locale
  /** API path of the follow. */
  path: string
  /** Path to which the log-in returns. */
  page: string
  followers: number
  isMain?: boolean
}

export function PageFollow({ locale, path, page, followers, isMain = false }: Props) {
  const { data, error } = useStore($follows)
  const session = useStore($session)
  const isSignedIn = useIsHydrated() && session.status === "signed-in"
  const ownFollow = data?.follows.find((follow) => getFollowPath(follow) === path)
  if (isSignedIn && error && !data) {
    return (
      <Button className="btn-ghost btn-small" onClick={$follows.invalidate}>
        {tFor(locale)("common:tryAgain")}
      </Button>
    )
  }
  const state = ownFollow ?? { is_following: false, follower_count: followers }
  return (
    <Follow
      locale={locale}
      path={path}
      follow={followMutation}
      state={isSignedIn && data ? state : null}
      followers={followers}
      isMain={isMain}
      loginUrl={getLoginLink(localePath(page, locale), locale)}
    />
  )
}
