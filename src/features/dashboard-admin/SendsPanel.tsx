/** Mails and suggestions that could not be sent, why, and sending them again. */
import { useStore } from "@nanostores/react"
import { useEffect, useState } from "react"
import type { Answer } from "../../call.ts"
import type { MessageKey } from "../../i18n/keys.ts"
import { INTL_LOCALES } from "../../i18n/locales.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { focusIdIfLost } from "../../ui/focus-if-lost.ts"
import { LoadFailed, LoadingRows } from "../../ui/LoadState.tsx"
import { WaitingButton } from "../../ui/WaitingButton.tsx"
import { SendRow } from "./SendRow.tsx"
import { tellSendOutcome } from "./say-outcome.ts"
import { canRetry, type SendsAnswer } from "./send.ts"
import { createSends, type Outcome } from "./sends.ts"

const COUNTED = [
  "mails_failed",
  "mails_waiting",
  "suggestions_failed",
  "suggestions_waiting",
] as const

/** As many as the API lists. */
const SHOWN_MAX = 50

function Facts({ counts }: Pick<SendsAnswer, "counts">) {
  const t = pageTranslate()
  return (
    <dl className="build-facts send-facts">
      {COUNTED.map((name) => (
        <div key={name} data-is-bad={name.endsWith("failed") && counts[name] > 0}>
          <dt>{t(`admin:dashboard.sends.counts.${name}`)}</dt>
          <dd>{counts[name].toLocaleString(INTL_LOCALES[pageLocale()])}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What is missing for sending, as the settings say it. */
function Notes({ mail, telegram }: Pick<SendsAnswer, "mail" | "telegram">) {
  const t = pageTranslate()
  const rows = "admin:settings.rows" as const
  const notes: [label: MessageKey, state: MessageKey, text: MessageKey][] = []
  if (mail !== "smtp") {
    notes.push([`${rows}.mail.label`, `${rows}.mail.${mail}`, `${rows}.mail.${mail}Detail`])
  }
  if (!telegram) {
    notes.push([`${rows}.telegram.label`, "admin:settings.notSet", `${rows}.telegram.todo`])
  }
  return notes.map(([label, state, text]) => (
    <p key={label} className="hint send-note">
      <b>{t(label)}</b> <b>{t(state)}</b> {t(text)}
    </p>
  ))
}

export function SendsPanel() {
  const t = pageTranslate()
  const [{ $sends, $trying, $failedAgain, read, retry, retryAll, stop }] = useState(() =>
    createSends(),
  )
  const state = useStore($sends)
  const trying = useStore($trying)
  const failedAgain = useStore($failedAgain)

  useEffect(() => {
    const readIfVisible = () => {
      if (!document.hidden) void read()
    }
    void read()
    document.addEventListener("visibilitychange", readIfVisible)
    return () => {
      document.removeEventListener("visibilitychange", readIfVisible)
      stop()
    }
  }, [read, stop])

  async function tell(asked: Promise<Answer<Outcome> | null>, id?: string) {
    const outcome = await asked
    if (outcome) tellSendOutcome(outcome, id)
    // What was sent has no button any more.
    focusIdIfLost("sends-title")
  }

  const answer = state.status === "ready" ? state.answer : null
  const hasAny = answer?.sends.some((send) => canRetry(send, answer)) ?? false
  return (
    <section className="panel" aria-labelledby="sends-title">
      <header className="panel-head">
        <h2 id="sends-title" tabIndex={-1}>
          {t("admin:dashboard.sends.title")}
        </h2>
        {(hasAny || trying.length > 0) && (
          <WaitingButton
            className="btn-ghost btn-small"
            isBusy={trying.length > 0}
            onClick={() => void tell(retryAll())}
          >
            {t(trying.length > 0 ? "admin:dashboard.sends.busy" : "admin:dashboard.sends.retryAll")}
          </WaitingButton>
        )}
      </header>
      {state.status === "loading" && <LoadingRows label="admin:list.loading" />}
      {state.status === "failed" && (
        <LoadFailed
          title="admin:dashboard.sends.failedLoad"
          failure={state.failure}
          onRetry={() => void read()}
        />
      )}
      {answer && (
        <>
          <Facts counts={answer.counts} />
          <Notes mail={answer.mail} telegram={answer.telegram} />
          {answer.sends.length === 0 ? (
            <p className="hint send-note">{t("admin:dashboard.sends.empty")}</p>
          ) : (
            <ul className="rows sends" aria-labelledby="sends-title">
              {answer.sends.map((send) => (
                <SendRow
                  key={send.id}
                  send={send}
                  canRetry={canRetry(send, answer)}
                  isTrying={trying.includes(send.id)}
                  hasFailedAgain={failedAgain.includes(send.id)}
                  onRetry={() => void tell(retry(send.id), send.id)}
                />
              ))}
            </ul>
          )}
          {answer.sends.length >= SHOWN_MAX && (
            <p className="hint send-note">
              {t("admin:dashboard.sends.latest", { most: SHOWN_MAX })}
            </p>
          )}
        </>
      )}
    </section>
  )
}
