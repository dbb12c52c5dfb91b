import { useRef, useState } from "react"
import { formatDate } from "../../i18n/dates.ts"
import type { MessageKey } from "../../i18n/keys.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { relativeTime } from "../../i18n/relative-time.ts"
import { Avatar } from "../../ui/Avatar.tsx"
import { focusIfLost } from "../../ui/focus-if-lost.ts"
import { tellOutcome } from "../../ui/tell-outcome.ts"
import { WaitingButton } from "../../ui/WaitingButton.tsx"
import { requestsStore } from "./manage-page.ts"
import { type Decision, decisionsOn, type JoinRequest } from "./requests.ts"

interface Props {
  slug: string
  request: JoinRequest
}

const TEXTS = {
  approved: { act: "teams:manage.requests.approve", item: "teams:manage.requests.approveItem" },
  rejected: { act: "teams:manage.requests.decline", item: "teams:manage.requests.declineItem" },
  pending: { act: "teams:manage.requests.reopen", item: "teams:manage.requests.reopenItem" },
} as const satisfies Record<Decision, { act: MessageKey; item: MessageKey }>

/** Somebody who asked to join, what they wrote, and what the owner can answer. */
export function RequestRow({ slug, request }: Props) {
  const t = pageTranslate()
  const locale = pageLocale()
  const row = useRef<HTMLLIElement>(null)
  const [busyWith, setBusyWith] = useState<Decision | null>(null)
  const { id, user_id, message, status, created_at, display_name, avatar_url } = request
  const name = display_name ?? t("teams:people.hiddenName")

  async function decide(decision: Decision) {
    if (busyWith) return
    setBusyWith(decision)
    const failure = await requestsStore.decide(slug, id, decision)
    setBusyWith(null)
    const done = { title: t(`teams:manage.requests.done.${decision}`, { name }) }
    tellOutcome(failure, done, "teams:manage.requests.updateFailed", id)
    // Its buttons are others now, or it is gone.
    focusIfLost(() => row.current ?? document.getElementById("requests"))
  }

  return (
    <li ref={row} className="request" tabIndex={-1}>
      <Avatar name={display_name ?? ""} url={avatar_url} />
      <div className="request-text">
        <a href={localePath(`/members/${user_id}`, locale)}>{name}</a>
        <p className="meta">
          <span className="badge">{t(`teams:manage.requests.status.${status}`)}</span>
          <time dateTime={created_at} title={formatDate(created_at, "moment", locale)}>
            {relativeTime(created_at, Date.now(), locale, t)}
          </time>
        </p>
        {message && (
          <p className="request-message" lang="">
            {message}
          </p>
        )}
        <div className="request-acts">
          {decisionsOn(request).map((decision) => (
            <WaitingButton
              key={decision}
              className={`btn-small ${decision === "approved" ? "" : "btn-ghost"}`}
              isBusy={busyWith === decision}
              label={t(TEXTS[decision].item, { name })}
              onClick={() => void decide(decision)}
            >
              {t(TEXTS[decision].act)}
            </WaitingButton>
          ))}
        </div>
      </div>
    </li>
  )
}
