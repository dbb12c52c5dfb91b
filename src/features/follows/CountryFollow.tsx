/** The follow button of a country's page. */
import { useStore } from "@nanostores/react"
import { type Country, countryPath } from "../../countries.ts"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { $session } from "../../session/session.ts"
import { Button } from "../../ui/Button.tsx"
import { useIsHydrated } from "../../ui/hydration.ts"
import { loginLink } from "../teams/team.ts"
import { Follow } from "./FollowButton.tsx"
import { countryFollowPath } from "./follow.ts"
import { $follows, ownFollow } from "./own-follows.ts"

interface Props {
  locale: Locale
  country: Country
  /** Number of followers at the time of the build. */
  followers: number
}

export function CountryFollow({ locale, country, followers }: Props) {
  const { data, error } = useStore($follows)
  const session = useStore($session)
  const isSignedIn = useIsHydrated() && session.status === "signed-in"
  const row = data?.follows.find((own) => own.kind === "country" && own.country === country)
  if (isSignedIn && error && !data) {
    return (
      <Button className="btn-ghost btn-small" onClick={$follows.invalidate}>
        {tFor(locale)("common:tryAgain")}
      </Button>
    )
  }
  const state = row ?? { is_following: false, follower_count: followers }
  return (
    <Follow
      locale={locale}
      path={countryFollowPath(country)}
      follow={ownFollow}
      state={isSignedIn && data ? state : null}
      followers={followers}
      login={loginLink(localePath(countryPath(country), locale), locale)}
    />
  )
}
