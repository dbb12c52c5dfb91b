/** The section for comments, which `start.ts` fills. */
import { useEffect } from "react"
import type { Locale } from "../../i18n/locales.ts"
import { getLoginLink, localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { markNotificationsRead } from "../../session/mark-notifications-read.ts"

interface Props {
  locale: Locale
  /** Id of the article, post or event. */
  contentId: string
  /** Path of the page, to which the visitor returns after a log-in. */
  path: string
  count?: number
  /** Whether the page already limits the width. */
  isInColumn?: boolean
}

/** CSS classes that reserve space for no, one, two, and more comments. */
const HEIGHT_CLASSES = ["", "min-h-24", "min-h-48", "min-h-72"]

export function CommentsSection({ locale, contentId, path, count = 0, isInColumn = false }: Props) {
  const t = tFor(locale)
  const loginLink = getLoginLink(`${localePath(path, locale)}#comments`, locale)
  // This effect runs only on pages from the API. Prebuilt pages have CommentsScript.astro instead.
  useEffect(() => {
    void import("./start.ts").then(({ startComments }) => startComments())
    // Articles have no notifications about their content.
    if (!path.startsWith("/news/")) void markNotificationsRead("content", [contentId])
  }, [path, contentId])
  return (
    <section
      className={`scroll-mt-22 pt-10 pb-12 ${isInColumn ? "" : "wrap [--wide:var(--column)]"}`}
      id="comments"
      data-comments={contentId}
    >
      <h2 className="text-[clamp(20px,2vw,24px)]">
        {t("comments:title")}
        {count > 0 && <span className="ml-2 text-soft">{count}</span>}
      </h2>
      <a className="btn btn-ghost btn-small mt-4 hidden signed-out:inline-flex" href={loginLink}>
        {t("comments:logIn")}
      </a>
      <div className={`mt-4 ${HEIGHT_CLASSES[Math.min(count, HEIGHT_CLASSES.length - 1)]}`} />
    </section>
  )
}
