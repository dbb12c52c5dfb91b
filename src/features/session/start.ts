/** Keeps `$session` true, and shows it in the header. */
import { finishGoogle } from "./after-google.ts"
import { setLeft } from "./leave.ts"
import { $session, readSession } from "./session.ts"
import { signOut } from "./sign-out.ts"
import { onToldByOtherTab } from "./tabs.ts"

const TICK_MS = 30_000

function show(): void {
  const session = $session.get()
  const { dataset } = document.documentElement
  dataset.session = session.status
  const isIn = session.status === "signed-in"
  dataset.role = isIn ? session.role : ""
  const email = isIn ? session.user.email : ""
  for (const place of document.querySelectorAll<HTMLElement>("[data-session-email]")) {
    place.textContent = email
    place.title = email
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
  // A page out of the back-forward cache may be from before a sign-out.
  addEventListener("pageshow", (event) => event.persisted && readIfVisible())
  onToldByOtherTab((news) => (news === "left" ? setLeft() : void readSession()))
  document.addEventListener("click", (event) => {
    const isSignOut = event.target instanceof Element && event.target.closest("[data-sign-out]")
    if (isSignOut) void signOut()
  })
}
