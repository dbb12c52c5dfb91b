/**
 * Shows emails and Telegram messages ("deliveries") that failed or are waiting to be sent. Super admins can send them
 * again.
 */
import { useStore } from "@nanostores/react"
import { useEffect, useState } from "react"
import { formatDate } from "../../i18n/dates.ts"
import type { MessageKey } from "../../i18n/keys.ts"
import { INTL_LOCALES } from "../../i18n/locales.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import type { CallResult } from "../../shared/call.ts"
import { Button } from "../../ui/Button.tsx"
import { focusIdIfLost } from "../../ui/dialog/focus-if-lost.ts"
import { getFailureKey } from "../../ui/forms/failure-keys.ts"
import { LoadFailed, LoadingRows } from "../../ui/LoadState.tsx"
import { showToast } from "../../ui/toast/toasts.ts"
import {
  Facts,
  ROW_CLASSES,
  ROWS_CLASSES,
  RowActions,
  RowBadges,
  RowLines,
} from "../admin/list/row-parts.tsx"
import { Ago, Badge, type Tone } from "../admin/parts.tsx"
import {
  canRetry,
  createDeliveries,
  type Deliveries,
  type Delivery,
  getKindLabel,
  type Outcome,
} from "./deliveries.ts"
import { Metrics, Panel } from "./panel.tsx"

const COUNT_NAMES = [
  "mails_failed",
  "mails_waiting",
  "suggestions_failed",
  "suggestions_waiting",
] as const

/** Maximum number of deliveries in the response. If it is reached, a note explains that only the latest are listed. */
const MAX_DELIVERIES = 50

/** Explains why emails or Telegram messages cannot be sent, if a setting is missing. */
function ChannelNotes({ mail, telegram }: Pick<Deliveries, "mail" | "telegram">) {
  const t = pageTranslate()
  const prefix = "admin:settings.rows" as const
  const notes: [label: MessageKey, state: MessageKey, text: MessageKey][] = []
  if (mail !== "smtp") {
    notes.push([`${prefix}.mail.label`, `${prefix}.mail.${mail}`, `${prefix}.mail.${mail}Detail`])
  }
  if (!telegram) {
    notes.push([`${prefix}.telegram.label`, "admin:settings.notSet", `${prefix}.telegram.todo`])
  }
  return notes.map(([label, state, text]) => (
    <p key={label} className="hint mt-3 [&>b]:mr-1 [&>b]:font-semibold [&>b]:text-text">
      <b>{t(label)}</b> <b className="before:mr-2 before:content-['·'/'']">{t(state)}</b> {t(text)}
    </p>
  ))
}

interface RowProps {
  delivery: Delivery
  canRetry: boolean
  isRetrying: boolean
  hasFailedAgain: boolean
  onRetry: () => void
}

/** A delivery with a title is a suggestion, which goes to the Telegram chat for suggestions. */
function Recipient({ delivery }: { delivery: Delivery }) {
  const t = pageTranslate()
  const { title, user_id, display_name, address } = delivery
  if (title !== null) {
    const inbox = localePath("/admin/suggestions", pageLocale())
    return (
      <>
        <span>{t("admin:dashboard.sends.toChat")}</span>
        <span>
          <a className="link" href={`${inbox}?${new URLSearchParams({ search: title })}`}>
            {title}
          </a>
        </span>
      </>
    )
  }
  return (
    <>
      <span>
        {user_id
          ? (display_name ?? t("admin:users.unknown"))
          : t("admin:dashboard.sends.noAccount")}
      </span>
      <span>{address}</span>
      {user_id && <span className="mono select-all">{user_id}</span>}
    </>
  )
}

function getStateText(
  { state }: Delivery,
  isRetrying: boolean,
  hasFailedAgain: boolean,
): MessageKey {
  if (isRetrying) return "admin:dashboard.sends.states.sending"
  if (hasFailedAgain && state !== "sent") return "admin:dashboard.sends.states.again"
  return `admin:dashboard.sends.states.${state === "due" ? "waiting" : state}`
}

const STATE_TONES: Partial<Record<Delivery["state"], Tone>> = { failed: "bad", sent: "good" }

function DeliveryRow({ delivery, canRetry, isRetrying, hasFailedAgain, onRetry }: RowProps) {
  const t = pageTranslate()
  const locale = pageLocale()
  const { kind, state, tries, last_error, created_at, next_try_at } = delivery
  const label = getKindLabel(kind, t)
  const recipient = delivery.address ?? delivery.title ?? ""
  return (
    <li className={`${ROW_CLASSES} hover:bg-glow-wash`}>
      <RowLines title={label} facts={<Recipient delivery={delivery} />}>
        <Facts>
          <Ago at={created_at} />
          <span>{t("admin:dashboard.sends.tries", { count: tries })}</span>
          {state === "waiting" && (
            <time dateTime={next_try_at}>
              {t("admin:dashboard.sends.next", { time: formatDate(next_try_at, "time", locale) })}
            </time>
          )}
        </Facts>
        {last_error && state !== "sent" && (
          <p className="mono max-w-[90ch] text-soft">{last_error}</p>
        )}
      </RowLines>
      <RowBadges>
        <Badge tone={isRetrying ? "plain" : (STATE_TONES[state] ?? "plain")}>
          {t(getStateText(delivery, isRetrying, hasFailedAgain))}
        </Badge>
      </RowBadges>
      <RowActions>
        <span className="md:min-w-[76px]">
          {(canRetry || isRetrying) && (
            <Button
              className="btn-ghost btn-small"
              isBusy={isRetrying}
              aria-label={t("admin:dashboard.sends.retryItem", { what: label, whom: recipient })}
              onClick={onRetry}
            >
              {t("admin:dashboard.sends.retry")}
            </Button>
          )}
        </span>
      </RowActions>
    </li>
  )
}

function showRetryOutcome(outcome: CallResult<Outcome>, id = "all"): void {
  const t = pageTranslate()
  const subject = `delivery ${id}`
  if (!outcome.ok) {
    const text = t(getFailureKey(outcome.failure.code))
    showToast({ tone: "error", title: t("admin:dashboard.sends.notRequested"), text, subject })
    return
  }
  const { sent, failed, waiting, reason } = outcome.body
  const parts = [
    sent > 0 && t("admin:dashboard.sends.outcome.sent", { count: sent }),
    failed > 0 && t("admin:dashboard.sends.outcome.failed", { count: failed }),
    waiting > 0 && t("admin:dashboard.sends.outcome.waiting", { count: waiting }),
  ].filter((part) => part !== false)
  const title = parts.join(" · ")
  if (!title) return
  showToast({
    tone: failed > 0 ? "error" : "success",
    title,
    subject,
    ...(reason ? { text: reason } : {}),
  })
}

export function DeliveriesPanel() {
  const t = pageTranslate()
  const [{ $deliveries, $retryingIds, $failedAgainIds, reload, retry, retryAll, stop }] = useState(
    () => createDeliveries(),
  )
  const state = useStore($deliveries)
  const retryingIds = useStore($retryingIds)
  const failedAgainIds = useStore($failedAgainIds)

  useEffect(() => stop, [stop])

  /** The pressed button may disappear, so the title of the panel gets the focus. */
  async function showOutcomeWhenDone(retrying: Promise<CallResult<Outcome> | null>, id?: string) {
    const outcome = await retrying
    if (outcome) showRetryOutcome(outcome, id)
    focusIdIfLost("deliveries-title")
  }

  const deliveries = state.status === "ready" ? state.data : null
  const canRetryAny = deliveries?.sends.some((delivery) => canRetry(delivery, deliveries)) ?? false
  return (
    <Panel
      id="deliveries-title"
      title="admin:dashboard.sends.title"
      action={
        (canRetryAny || retryingIds.length > 0) && (
          <Button
            className="btn-ghost btn-small"
            isBusy={retryingIds.length > 0}
            onClick={() => void showOutcomeWhenDone(retryAll())}
          >
            {t(
              retryingIds.length > 0
                ? "admin:dashboard.sends.busy"
                : "admin:dashboard.sends.retryAll",
            )}
          </Button>
        )
      }
    >
      {state.status === "loading" && <LoadingRows label="admin:list.loading" />}
      {state.status === "failed" && (
        <LoadFailed
          title="admin:dashboard.sends.failedLoad"
          failure={state.failure}
          onRetry={reload}
        />
      )}
      {deliveries && (
        <>
          <Metrics
            className="grid-cols-2 md:grid-cols-4"
            metrics={COUNT_NAMES.map((name) => ({
              label: `admin:dashboard.sends.counts.${name}`,
              isBad: name.endsWith("failed") && deliveries.counts[name] > 0,
              value: deliveries.counts[name].toLocaleString(INTL_LOCALES[pageLocale()]),
            }))}
          />
          <ChannelNotes mail={deliveries.mail} telegram={deliveries.telegram} />
          {deliveries.sends.length === 0 ? (
            <p className="hint mt-3">{t("admin:dashboard.sends.empty")}</p>
          ) : (
            <ul className={`mt-3.5 ${ROWS_CLASSES}`} aria-labelledby="deliveries-title">
              {deliveries.sends.map((delivery) => (
                <DeliveryRow
                  key={delivery.id}
                  delivery={delivery}
                  canRetry={canRetry(delivery, deliveries)}
                  isRetrying={retryingIds.includes(delivery.id)}
                  hasFailedAgain={failedAgainIds.includes(delivery.id)}
                  onRetry={() => void showOutcomeWhenDone(retry(delivery.id), delivery.id)}
                />
              ))}
            </ul>
          )}
          {deliveries.sends.length >= MAX_DELIVERIES && (
            <p className="hint mt-3">
              {t("admin:dashboard.sends.latest", { most: MAX_DELIVERIES })}
            </p>
          )}
        </>
      )}
    </Panel>
  )
}
