/** The prebuilt cheer button of an article: a log-in link, which `mountCheers()` replaces for members. */
import type { Locale } from "../../i18n/locales.ts"
import { getLoginLink, localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { IslandIcon } from "../../ui/island-icons.tsx"

interface Props {
  locale: Locale
  contentId: string
  path: string
  count: number
}

export const ArticleCheers = ({ locale, contentId, path, count }: Props) => (
  <div className="wrap mt-5.5 min-h-10 [--wide:var(--column)]" data-cheers={contentId}>
    <a
      className="btn btn-ghost btn-small hidden signed-out:inline-flex"
      href={getLoginLink(localePath(path, locale), locale)}
    >
      <IslandIcon name="heart" size={18} />
      {tFor(locale)("teams:posts.cheer")}
      {count > 0 && <b>{count}</b>}
    </a>
  </div>
)
