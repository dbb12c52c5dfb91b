import { formatDate } from "../../i18n/dates.ts"
import type { MessageKey } from "../../i18n/keys.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { relativeTime } from "../../i18n/relative-time.ts"
import { WaitingButton } from "../../ui/WaitingButton.tsx"
import type { Send } from "./send.ts"

interface Props {
  send: Send
  canRetry: boolean
  isTrying: boolean
  hasFailedAgain: boolean
  onRetry: () => void
}

/** Whom it is for. */
function Receiver({ send }: { send: Send }) {
  const t = pageTranslate()
  if (send.channel === "telegram") {
    const inbox = localePath("/admin/suggestions", pageLocale())
    return (
      <p className="meta">
        <span>{t("admin:dashboard.sends.toChat")}</span>
        <span>
          <a className="link" href={`${inbox}?${new URLSearchParams({ search: send.title })}`}>
            {send.title}
          </a>
        </span>
      </p>
    )
  }
  const { user_id, display_name, address } = send
  return (
    <p className="meta">
      <span>
        {user_id
          ? (display_name ?? t("admin:users.unknown"))
          : t("admin:dashboard.sends.noAccount")}
      </span>
      <span>{address}</span>
      {user_id && <span className="user-id">{user_id}</span>}
    </p>
  )
}

function stateText({ state }: Send, isTrying: boolean, hasFailedAgain: boolean): MessageKey {
  if (isTrying) return "admin:dashboard.sends.states.sending"
  if (hasFailedAgain && state !== "sent") return "admin:dashboard.sends.states.again"
  return `admin:dashboard.sends.states.${state === "due" ? "waiting" : state}`
}

/** What was not sent, to whom, why, how often it was tried, and another try. */
export function SendRow({ send, canRetry, isTrying, hasFailedAgain, onRetry }: Props) {
  const t = pageTranslate()
  const locale = pageLocale()
  const { kind, state, tries, last_error, created_at, next_try_at } = send
  const what = t(`admin:dashboard.sends.kinds.${kind}`)
  const whom = send.channel === "mail" ? send.address : send.title
  return (
    <li className="row send" data-state={isTrying ? "sending" : state}>
      <div className="row-lines">
        <p className="row-title">{what}</p>
        <Receiver send={send} />
        <p className="meta">
          <time dateTime={created_at} title={formatDate(created_at, "moment", locale)}>
            {relativeTime(created_at, Date.now(), locale, t)}
          </time>
          <span>{t("admin:dashboard.sends.tries", { count: tries })}</span>
          {state === "waiting" && (
            <time dateTime={next_try_at}>
              {t("admin:dashboard.sends.next", { time: formatDate(next_try_at, "time", locale) })}
            </time>
          )}
        </p>
        {last_error && state !== "sent" && <p className="send-error">{last_error}</p>}
      </div>
      <div className="row-badges">
        <span className="badge send-state">{t(stateText(send, isTrying, hasFailedAgain))}</span>
      </div>
      <div className="row-actions">
        {(canRetry || isTrying) && (
          <WaitingButton
            className="btn-ghost btn-small"
            isBusy={isTrying}
            label={t("admin:dashboard.sends.retryItem", { what, whom })}
            onClick={onRetry}
          >
            {t("admin:dashboard.sends.retry")}
          </WaitingButton>
        )}
      </div>
    </li>
  )
}
