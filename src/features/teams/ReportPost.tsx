import { pageTranslate } from "../../i18n/page-translate.ts"
import { openReport } from "../reports/open-report.tsx"
import type { Session } from "../session/session.ts"
import { loginAddress } from "./login-address.ts"
import type { TeamPost } from "./post.ts"

interface Props {
  post: TeamPost
  session: Session
}

/** Reporting a post; nothing for who wrote it, and for what others do not see anyway. */
export function ReportPost({ post: { id, title, user_id, ...post }, session }: Props) {
  const t = pageTranslate()
  const label = t("reports:action.postItem", { title })
  if (session.status === "loading" || post.is_hidden || !post.is_published) return null
  if (session.status === "signed-out") {
    return (
      <a className="report-act" href={loginAddress()} aria-label={label}>
        {t("reports:action.post")}
      </a>
    )
  }
  if (user_id === session.user.id) return null
  return (
    <button
      className="report-act"
      type="button"
      aria-label={label}
      onClick={() => openReport({ kind: "post", id, title })}
    >
      {t("reports:action.post")}
    </button>
  )
}
