import { pageTranslate } from "../i18n/page-translate.ts"
import { showToast } from "../ui/toast/toasts.ts"
import { $session, readSession } from "./session.ts"
import { notifyOtherTabs, onOtherTab, setDeliberatelySignedOut, signOut } from "./sign-out.ts"

/** The API sets this cookie after a log-in with Google. Its value is `new` for a new member. */
const GOOGLE_DONE_COOKIE = "daina_google_done"

function finishGoogleLogin(): void {
  const [, cookieValue] = new RegExp(`${GOOGLE_DONE_COOKIE}=(\\w+)`).exec(document.cookie) ?? []
  if (!cookieValue) return
  // If the browser has no `cookieStore`, the cookie expires 20 seconds after the log-in.
  void globalThis.cookieStore?.delete(GOOGLE_DONE_COOKIE)
  const t = pageTranslate()
  const toast = cookieValue === "new" ? "registered" : "welcomeBack"
  showToast({
    tone: "success",
    title: t(`common:toasts.${toast}.title`),
    text: t("common:toasts.welcomeBack.text"),
  })
  notifyOtherTabs()
}

const READ_INTERVAL_MS = 30_000

/** Shows the session with attributes of the root element, which CSS uses, and in the member's menu. */
function showSession(): void {
  const session = $session.get()
  const { dataset } = document.documentElement
  dataset.session = session.status
  const isSignedIn = session.status === "signed-in"
  dataset.role = isSignedIn ? session.role : ""
  dataset.newsroom = isSignedIn ? session.newsroom?.kind : ""
  const { email = "", name = email } = isSignedIn ? session.user : {}
  for (const label of document.querySelectorAll("[data-session-email]")) label.textContent = email
  for (const label of document.querySelectorAll("[data-session-name]")) label.textContent = name
  for (const avatarElement of document.querySelectorAll("[data-session-face]")) {
    const { initials, avatar } = isSignedIn ? session.user : {}
    avatarElement.textContent = initials ?? email.slice(0, 1)
    if (avatar) avatarElement.append(Object.assign(new Image(), { src: avatar, alt: "" }))
  }
}

function startWithSession(): void {
  $session.subscribe(showSession)
  if ($session.get().status === "signed-in") finishGoogleLogin()
}

/** Reads the session now, regularly, and when it may have changed. Makes the log-out buttons work. */
export function startSession(): void {
  const readIfVisible = () => {
    if (!document.hidden) void readSession()
  }
  void readSession().then(startWithSession)
  setInterval(readIfVisible, READ_INTERVAL_MS)
  document.addEventListener("visibilitychange", readIfVisible)
  addEventListener("online", readIfVisible)
  // A new service worker stores the session for offline use, when it is read again.
  navigator.serviceWorker?.addEventListener("controllerchange", readIfVisible)
  // A page from the back-forward cache may have missed a log-out.
  addEventListener("pageshow", (event) => event.persisted && readIfVisible())
  onOtherTab((message) =>
    message === "signed-out" ? setDeliberatelySignedOut() : void readSession(),
  )
  document.addEventListener("click", (event) => {
    const isSignOut = event.target instanceof Element && event.target.closest("[data-sign-out]")
    if (isSignOut) void signOut()
  })
}
