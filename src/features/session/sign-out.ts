import { pageTranslate } from "../../i18n/page-translate.ts"
import { showToast } from "../../ui/toasts.ts"
import { leaveSession } from "./leave.ts"

/** Signs out here and in other tabs; says so when the server could not be told. */
export async function signOut(): Promise<void> {
  const t = pageTranslate()
  const response = await fetch("/api/auth/sign-out", { method: "POST" }).catch(() => null)
  if (!response?.ok) {
    showToast({ tone: "error", title: t("common:toasts.signOutFailed") })
    return
  }
  showToast({
    tone: "success",
    title: t("common:toasts.signedOut.title"),
    text: t("common:toasts.signedOut.text"),
  })
  leaveSession()
}
