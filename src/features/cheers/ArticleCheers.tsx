/**
 * The cheers on the built page of an article: a link to the login page for visitors, without an island, whose scripts
 * would take 2 kB. The bell's script replaces it with a button for members, see `mountCheers()`.
 */
import type { Locale } from "../../i18n/locales.ts"
import { getLoginLink, localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { IslandIcon } from "../../ui/island-icons.tsx"

interface Props {
  locale: Locale
  subject: string
  path: string
  count: number
}

export const ArticleCheers = ({ locale, subject, path, count }: Props) => (
  <div className="wrap mt-5.5 min-h-10 [--wide:var(--column)]" data-cheers={subject}>
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
