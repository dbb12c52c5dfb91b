/**
 * The section with comments on an article, post or event. When the visitor scrolls to it, `start.ts` loads the comments:
 * a list without React for anonymous visitors, or a React view for members.
 */
import { useEffect } from "react"
import type { Locale } from "../../i18n/locales.ts"
import { getLoginLink, localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { markNotificationsRead } from "../../session/mark-notifications-read.ts"

interface Props {
  locale: Locale
  subject: string
  /** Path of the page, without a locale. */
  path: string
  count?: number
  /** Whether the section is in a column of the page, and as wide as this column. */
  isInColumn?: boolean
}

/** CSS classes by the number of comments. They reserve space, so that the content below moves less. */
const HEIGHTS = ["", "min-h-24", "min-h-48", "min-h-72"]

export function CommentsSection({ locale, subject, path, count = 0, isInColumn = false }: Props) {
  const t = tFor(locale)
  const login = getLoginLink(`${localePath(path, locale)}#comments`, locale)
  // This effect runs only on pages that the browser renders from the API. Prebuilt pages have CommentsScript.astro.
  useEffect(() => {
    void import("./start.ts").then(({ startComments }) => startComments())
    // The bell's script does this in built pages.
    if (!path.startsWith("/news/")) void markNotificationsRead("content", [subject])
  }, [path, subject])
  return (
    <section
      className={`scroll-mt-22 pt-10 pb-12 ${isInColumn ? "" : "wrap [--wide:var(--column)]"}`}
      id="comments"
      data-comments={subject}
    >
      <h2 className="text-[clamp(20px,2vw,24px)]">
        {t("comments:title")}
        {count > 0 && <span className="ml-2 text-soft">{count}</span>}
      </h2>
      <a className="btn btn-ghost btn-small mt-4 hidden signed-out:inline-flex" href={login}>
        {t("comments:logIn")}
      </a>
      <div className={`mt-4 ${HEIGHTS[Math.min(count, HEIGHTS.length - 1)]}`} />
    </section>
  )
}
