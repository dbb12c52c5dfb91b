import { useStore } from "@nanostores/react"
import type { Locale } from "../../i18n/locales.ts"
import { tFor } from "../../i18n/t-for.ts"
import type { Mutation } from "../../islands/mutation.ts"
import { Button } from "../../ui/Button.tsx"
import { IslandIcon } from "../../ui/island-icons.tsx"
import type { FollowState } from "./schema.ts"

interface ButtonProps {
  locale: Locale
  /** API path of the follow, which identifies the team, country or artist. */
  path: string
  follow: Mutation<boolean>
  state: FollowState
  /** Name of the team, country or artist, for screen readers. Buttons in lists need it. */
  name?: string
  isMain?: boolean
}

export function FollowButton({ locale, path, follow, state, name, isMain = false }: ButtonProps) {
  const t = tFor(locale)
  const isFollowing = useStore(follow.$pending).get(path)?.value ?? state.is_following
  return (
    <Button
      className={`btn-small ${isMain && !isFollowing ? "" : "btn-ghost"}`}
      title={isFollowing ? t("follows:unfollow") : undefined}
      onClick={() => void follow.mutate(path, !isFollowing)}
    >
      <IslandIcon name={isFollowing ? "check" : "plus"} size={18} />
      {t(isFollowing ? "follows:following" : "follows:follow")}
      {name && <span className="sr-only">{name}</span>}
    </Button>
  )
}

interface FollowProps extends Omit<ButtonProps, "state"> {
  /** Null for anonymous visitors and while the state is loading. */
  state: FollowState | null
  /** Number of followers in the prebuilt page, until the state is loaded. */
  followers: number
  /** Whether the viewer is a member of the team, and so always follows it. */
  isOwn?: boolean
  loginUrl: string
}

export function Follow({ state, followers, isOwn = false, loginUrl, ...button }: FollowProps) {
  const { locale, path, follow, isMain } = button
  const t = tFor(locale)
  const pending = useStore(follow.$pending).get(path)?.value
  // The count includes the viewer's click before the server confirms it.
  const change = state && pending !== undefined ? Number(pending) - Number(state.is_following) : 0
  const count = (state?.follower_count ?? followers) + change
  return (
    <span
      className={`flex min-h-10 flex-wrap items-center gap-x-3 ${isOwn ? "max-sm:w-full" : ""}`}
    >
      {!isOwn && state && <FollowButton state={state} {...button} />}
      {!isOwn && !state && (
        <>
          <a
            className={`btn btn-small hidden signed-out:inline-flex ${isMain ? "" : "btn-ghost"}`}
            href={loginUrl}
          >
            <IslandIcon name="plus" size={18} />
            {t("follows:follow")}
          </a>
          <span className="skeleton h-10 w-30 rounded-full signed-out:hidden" />
        </>
      )}
      {count > 0 && <span className="text-soft">{t("follows:followers", { count })}</span>}
    </span>
  )
}
