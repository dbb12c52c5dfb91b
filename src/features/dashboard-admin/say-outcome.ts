import type { Answer } from "../../call.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { failureText } from "../../ui/failure-text.ts"
import { showToast } from "../../ui/toasts.ts"
import type { Outcome } from "./sends.ts"

/** Says what became of another try; of one `id`, or of all. */
export function tellSendOutcome(outcome: Answer<Outcome>, id = "all"): void {
  const t = pageTranslate()
  const about = `sends ${id}`
  if (!outcome.ok) {
    const text = t(failureText(outcome.failure.code))
    showToast({ tone: "error", title: t("admin:dashboard.sends.notAsked"), text, about })
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
    about,
    ...(reason ? { text: reason } : {}),
  })
}
