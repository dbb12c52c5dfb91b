/** The profile's page in the browser: one store for its islands. */
import { pageTranslate } from "../../i18n/page-translate.ts"
import { $toasts, showToast, showToastOnNextPage } from "../../ui/toasts.ts"
import { askBeforeSigningOut } from "../account/ask-before-signing-out.ts"
import { $session, isMaybeSignedIn, readSession } from "../session/session.ts"
import { loginAddress } from "./login-address.ts"
import { fetchProfile, saveProfile, sendAvatar } from "./profile.ts"
import { createProfileStore } from "./store.ts"
import { toastFor } from "./toasts.ts"

export const profileStore = createProfileStore({
  isMaybeSignedIn,
  fetchProfile,
  saveProfile,
  sendAvatar,
  startOver: () => location.reload(),
  lookWhoIsHere: () => void readSession(),
  tell: (news) => showToast(toastFor(news, pageTranslate())),
})

/** Asks before unsaved changes are left behind; not who has signed out or deleted the account. */
export function keepChanges(event: BeforeUnloadEvent): void {
  if (profileStore.$isDirty.get() && isMaybeSignedIn()) event.preventDefault()
}

/** A preview that is not shown any more keeps its picture in memory. */
function forgetPreviews(): void {
  let shown = ""
  profileStore.form.$values.listen(({ avatar_url }) => {
    const preview = avatar_url.status === "chosen" ? avatar_url.preview : ""
    if (shown && shown !== preview) URL.revokeObjectURL(shown)
    shown = preview
  })
}

/** To the sign-in page; what was just said ("Signed out") is said there again. */
function leave(): void {
  const said = $toasts.get().at(-1)
  if (said) showToastOnNextPage(said)
  location.replace(loginAddress())
}

/** Out of the back-forward cache the page is as it was left, and somebody may have signed out since. */
function meetAgain({ persisted }: PageTransitionEvent): void {
  if (!persisted) return
  if (!isMaybeSignedIn()) profileStore.meetNobody(true)
  else if (!profileStore.$isDirty.get()) void profileStore.load()
}

/** Loads the profile and follows the session. */
export function startProfile(): void {
  profileStore.$profile.subscribe(({ status }) => {
    if (status === "signed-out") leave()
    // What else is on the page comes after it: not before somebody is known to be here.
    for (const part of document.querySelectorAll<HTMLElement>("[data-profile-rest]")) {
      part.hidden = status === "loading" || status === "signed-out"
    }
  })
  forgetPreviews()
  addEventListener("pageshow", meetAgain)
  askBeforeSigningOut(() => profileStore.$isDirty.get())
  void profileStore.load()
  $session.subscribe((session) => {
    if (session.status === "signed-in") profileStore.meetMember(session.user.id)
    // A server that does not answer leaves the session unknown, and its cookie where it is.
    if (session.status === "signed-out" && (session.isWanted || !isMaybeSignedIn())) {
      profileStore.meetNobody(session.isWanted ?? false)
    }
  })
}
