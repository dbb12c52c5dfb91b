/** What the member reads about loading and saving. */
import type { Failure } from "../../call.ts"
import type { Translate } from "../../i18n/keys.ts"
import { failureText } from "../../ui/failure-text.ts"
import type { NewToast } from "../../ui/toasts.ts"
import type { ProfileNews } from "./store.ts"

/** Whether it is a mistake that nobody has named: no answer of our functions', which carry an id. */
const isUnknown = ({ code, requestId }: Failure) => code === "internal" && !requestId

function reason(failure: Failure, t: Translate): string {
  return t(isUnknown(failure) ? "profile:errors.unknown" : failureText(failure.code))
}

function saveFailure(failure: Failure, t: Translate): string {
  return failure.code === "unreachable" || isUnknown(failure)
    ? t("profile:errors.update", { reason: reason(failure, t) })
    : t("profile:errors.save", { message: reason(failure, t) })
}

export function toastFor(news: ProfileNews, t: Translate): NewToast {
  switch (news.kind) {
    case "saved":
      return { tone: "success", title: t("profile:saved.title"), text: t("profile:saved.text") }
    case "load-failed":
      return { tone: "error", title: t("profile:errors.load"), text: reason(news.failure, t) }
    case "upload-failed":
      return {
        tone: "error",
        title: t("profile:errors.upload", { reason: reason(news.failure, t) }),
      }
    case "save-failed":
      return { tone: "error", title: saveFailure(news.failure, t) }
  }
}
