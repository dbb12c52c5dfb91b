import { call } from "../shared/call.ts"
import { isRecord } from "../shared/json.ts"
import { $session, type Session, setSession } from "./session.ts"

/** Parts of a page about which members get notifications. The server lists their topics in `OPENED_TOPICS`. */
export type OpenedPart = "content" | "comments" | "requests" | "team" | "releases"

/** Waits until the page is visible: a tab may be in the background, and browsers prerender pages. */
function waitUntilVisible(): Promise<void> {
  return new Promise((resolve) => {
    function check(): void {
      if (document.visibilityState !== "visible") return
      document.removeEventListener("visibilitychange", check)
      resolve()
    }
    document.addEventListener("visibilitychange", check)
    check()
  })
}

function waitForSession(): Promise<Session> {
  return new Promise((resolve) => {
    const stop = $session.listen((session) => {
      stop()
      resolve(session)
    })
    if ($session.get().status === "loading") return
    stop()
    resolve($session.get())
  })
}

export function setUnread(count: number): void {
  const session = $session.get()
  if (session.status !== "signed-in") return
  const { unread: _, ...others } = session
  setSession({ ...others, ...(count > 0 && { unread: count }) })
}

/** Marks the notifications about a visible part of the page as read. `ids` are the ids of the shown items. */
export async function markNotificationsRead(part: OpenedPart, ids: string[]): Promise<void> {
  await waitUntilVisible()
  const session = await waitForSession()
  if (session.status !== "signed-in" || !session.unread || ids.length === 0) return
  const result = await call("/api/notifications/opened", {
    method: "PUT",
    payload: { part, ids },
    read: (json) => (isRecord(json) ? json.unread : null),
  })
  if (result.ok && typeof result.body === "number") setUnread(result.body)
}
