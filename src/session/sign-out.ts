/** Ending a session, and notifying other tabs of what became of it. */

import { pageTranslate } from "../i18n/page-translate.ts"
import { forgetSearches } from "../shared/recent-searches.ts"
import { forgetTyped } from "../ui/new-version.ts"
import { showToast } from "../ui/toast/toasts.ts"
import { setSession } from "./session.ts"

let channel: BroadcastChannel | undefined

/** Opened when it is used: an open one would keep a build from ending. */
const sessionChannel = () => (channel ??= new BroadcastChannel("daina:session"))

type News = "changed" | "left"

/** `left` is an end that was wanted; whatever else has changed is to be read. */
export const notifyOtherTabs = (news: News = "changed"): void => sessionChannel().postMessage(news)

/** Calls back with another tab's news. */
export function onOtherTab(listener: (news: unknown) => void): void {
  sessionChannel().onmessage = ({ data }) => listener(data)
}

/** Signs out here and in other tabs, with a toast; another one when the server cannot be reached. */
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

/** The session is over because its member wanted it. */
export const setLeft = (): void => setSession({ status: "signed-out", isWanted: true })

/**
 * Deletes unsent check-ins. This code is not in `check-ins.ts`, because only the page of an attendee list loads that
 * file and members sign out on any page.
 */
function forgetCheckIns(): void {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith("daina:check-in"))
    for (const key of keys) localStorage.removeItem(key)
  } catch {
    // A browser without storage has nothing to delete.
  }
}

/** Ends the session after signing out or deleting the account, here and in other tabs at once. */
export function leaveSession(): void {
  setLeft()
  forgetSearches()
  forgetTyped()
  forgetCheckIns()
  notifyOtherTabs("left")
}
