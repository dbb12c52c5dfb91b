/** Shows the number of cheers for a post. Members get a cheer button, and other visitors a log-in link. */
import { useStore } from "@nanostores/react"
import type { Locale } from "../../../i18n/locales.ts"
import { tFor } from "../../../i18n/t-for.ts"
import { getLangAttribute } from "../../../i18n/translation.ts"
import { IslandIcon } from "../../../ui/island-icons.tsx"
import { $cheersOf, type CheerablePost, setCheer } from "./cheers.ts"

interface Props {
  locale: Locale
  post: CheerablePost
  /** URL of the login page. After logging in, the member returns to the post. */
  login: string
}

const BUTTON =
  "btn btn-ghost btn-small hidden aria-pressed:bg-glow aria-pressed:text-on-glow aria-pressed:[box-shadow:none]"

export function CheerButton({ locale, post, login }: Props) {
  const t = tFor(locale)
  const { isCheered, count } = useStore($cheersOf)(post)
  const content = (
    <>
      <IslandIcon name="heart" size={18} />
      {t("teams:posts.cheer")}
      <span className="sr-only">
        : <span lang={getLangAttribute(locale, post.language)}>{post.title}</span>
      </span>
      {count > 0 && <b>{count}</b>}
    </>
  )
  return (
    <span>
      <button
        className={`${BUTTON} signed-in:inline-flex`}
        type="button"
        aria-pressed={isCheered}
        onClick={() => setCheer(post.id, !isCheered)}
      >
        {content}
      </button>
      <a className={`${BUTTON} signed-out:inline-flex`} href={login}>
        {content}
      </a>
    </span>
  )
}
