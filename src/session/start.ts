/** Keeps `$session` true, and shows it in the header. */
import { pageTranslate } from "../i18n/page-translate.ts"
import { showToast } from "../ui/toast/toasts.ts"
import { $session, readSession } from "./session.ts"
import { notifyOtherTabs, onOtherTab, setLeft, signOut } from "./sign-out.ts"

/** Set by the way back from Google, which is no script of ours: `new` for who has just become a member. */
const DONE = "daina_google_done"

/** Does what signing in by a form does at its end. */
function finishGoogle(): void {
  const [, who] = new RegExp(`${DONE}=(\\w+)`).exec(document.cookie) ?? []
  if (!who) return
  // Where browsers do not know this, it runs out in seconds.
  void globalThis.cookieStore?.delete(DONE)
  const t = pageTranslate()
  const kind = who === "new" ? "registered" : "welcomeBack"
  showToast({
    tone: "success",
    title: t(`common:toasts.${kind}.title`),
    text: t("common:toasts.welcomeBack.text"),
  })
  notifyOtherTabs()
}

const TICK_MS = 30_000

function show(): void {
  const session = $session.get()
  const { dataset } = document.documentElement
  dataset.session = session.status
  const isIn = session.status === "signed-in"
  dataset.role = isIn ? session.role : ""
  dataset.newsroom = isIn ? session.newsroom?.kind : ""
  const email = isIn ? session.user.email : ""
  for (const place of document.querySelectorAll("[data-session-email]")) place.textContent = email
  for (const face of document.querySelectorAll("[data-session-face]")) {
    const { initials, avatar } = isIn ? session.user : {}
    face.textContent = initials ?? email.slice(0, 1)
    if (avatar) face.append(Object.assign(new Image(), { src: avatar, alt: "" }))
  }
}

function start(): void {
  $session.subscribe(show)
  if ($session.get().status === "signed-in") finishGoogle()
}

export function startSession(): void {
  const readIfVisible = () => {
    if (!document.hidden) void readSession()
  }
  void readSession().then(start)
  setInterval(readIfVisible, TICK_MS)
  document.addEventListener("visibilitychange", readIfVisible)
  addEventListener("online", readIfVisible)
  // Answers are stored for offline use only after the service worker controls the page.
  navigator.serviceWorker?.addEventListener("controllerchange", readIfVisible)
  // A page out of the back-forward cache may be from before a sign-out.
  addEventListener("pageshow", (event) => event.persisted && readIfVisible())
  onOtherTab((news) => (news === "left" ? setLeft() : void readSession()))
  document.addEventListener("click", (event) => {
    const isSignOut = event.target instanceof Element && event.target.closest("[data-sign-out]")
    if (isSignOut) void signOut()
  })
}
