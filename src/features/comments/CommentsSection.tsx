/** `start.ts` loads the comments when the visitor scrolls to this section. */
import { useEffect } from "react"
import type { Locale } from "../../i18n/locales.ts"
import { getLoginLink, localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { markNotificationsRead } from "../../session/mark-notifications-read.ts"

interface Props {
  locale: Locale
  subject: string
  path: string
  count?: number
  isInColumn?: boolean
}

/** CSS classes by the number of comments. They reserve space for the list. */
const HEIGHTS = ["", "min-h-24", "min-h-48", "min-h-72"]

export function CommentsSection({ locale, subject, path, count = 0, isInColumn = false }: Props) {
  const t = tFor(locale)
  const login = getLoginLink(`${localePath(path, locale)}#comments`, locale)
  // Prebuilt pages have CommentsScript.astro instead.
  useEffect(() => {
    void import("./start.ts").then(({ startComments }) => startComments())
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
