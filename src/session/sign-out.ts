import { pageTranslate } from "../i18n/page-translate.ts"
import { deleteRecentSearches } from "../shared/recent-searches.ts"
import { withStorage } from "../shared/storage.ts"
import { deleteTypedText } from "../ui/new-version.ts"
import { showToast } from "../ui/toast/toasts.ts"
import { setSession } from "./session.ts"

let channel: BroadcastChannel | undefined

/** Opens the channel on first use. A channel that is always open would keep a build's process running. */
const getSessionChannel = () => (channel ??= new BroadcastChannel("daina:session"))

/** `signed-out`: the member logged out or deleted the account. `changed`: other tabs read the session again. */
type SessionMessage = "changed" | "signed-out"

export const notifyOtherTabs = (message: SessionMessage = "changed"): void =>
  getSessionChannel().postMessage(message)

export function onOtherTab(listener: (message: unknown) => void): void {
  getSessionChannel().onmessage = ({ data }) => listener(data)
}

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

export const setDeliberatelySignedOut = (): void =>
  setSession({ status: "signed-out", isDeliberate: true })

/**
 * Removes the member's data from the storage. The modules that store it (check-ins.ts, own-country.ts and
 * own-artists.ts) do not remove it themselves, because few pages load them, but members log out on any page.
 */
const removeMemberKeys = (): void =>
  withStorage(() => {
    const keys = Object.keys(localStorage).filter((key) => /^daina:(check-in|list)/.test(key))
    for (const key of keys) localStorage.removeItem(key)
  })

/** Signs out all tabs and removes the member's data from this browser, after a log-out or an account deletion. */
export function leaveSession(): void {
  setDeliberatelySignedOut()
  deleteRecentSearches()
  deleteTypedText()
  removeMemberKeys()
  notifyOtherTabs("signed-out")
}
