/** The two ways in, logging in and signing up: where they lead, and what goes along between them. */

import type { MessageKey } from "../../../i18n/keys.ts"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { localePath } from "../../../i18n/paths.ts"
import { $session } from "../../../session/session.ts"
import type { Failure } from "../../../shared/call.ts"
import { nextPath } from "../../../shared/next-path.ts"
import { SITE } from "../../../site.ts"
import { type FormValues, showMessage } from "../../../ui/forms/page-form.ts"
import type { SubmissionSteps, SubmissionStore } from "../../../ui/forms/submission.ts"
import { showToastOnNextPage } from "../../../ui/toast/toasts.ts"
import { signIn } from "./calls.ts"
import { checkSignIn } from "./checks.ts"
import { showStep, startCode } from "./code.ts"
import { googleErrorText, withoutError } from "./google-error.ts"
import { pageForm, showOffers, startForm } from "./start-form.ts"
import { NEXT, startWays } from "./ways.ts"

interface Entry<Body> {
  steps: SubmissionSteps<FormValues, Body, unknown>
  /** Whether a failure is shown otherwise than on the form. */
  onFailed?: (failure: Failure) => boolean
  /** What the next page says. */
  welcome: { title: MessageKey; text: MessageKey }
  /** Where it leads, unless the address names another page. */
  home?: string
  /** Whether who is signed in already is shown the form, too. */
  isForMembers?: boolean
}

export function startEntry<Body>(entry: Entry<Body>): void {
  const { steps, onFailed, welcome, home = "/", isForMembers = false } = entry
  const destination = nextPath(
    new URLSearchParams(location.search).get(NEXT),
    localePath(home, pageLocale()),
  )
  // Replaced, so that "back" does not lead to a form that is done with.
  const leave = () => location.replace(destination)
  const t = pageTranslate()
  function onSent() {
    showToastOnNextPage({ tone: "success", title: t(welcome.title), text: t(welcome.text) })
    leave()
  }
  const store = startForm({ steps, onSent, ...(onFailed && { onFailed }) })
  const code = startCode(onSent)
  startPasskeys(onSent)
  const isOpen = (form: Pick<SubmissionStore<never, unknown>, "$submission"> | null) =>
    !form || form.$submission.get().status === "open"
  // After a proof by Google a member may still have to show their second factor here.
  const isStep = new URLSearchParams(location.search).has("step")
  $session.subscribe(({ status }) => {
    if (isForMembers || isStep) return
    if (status === "signed-in" && store && isOpen(store) && isOpen(code)) leave()
  })
  startWays()
  startGoogle(destination)
}

const SIGNS_OF_LIFE = ["pointermove", "pointerdown", "keydown", "focusin"]

/** Loads what passkeys need, and has the browser offer them, once somebody is there: no page asks for itself. */
function startPasskeys(onSent: () => void): void {
  const forms = document.querySelectorAll<HTMLElement>("[data-passkey]")
  if (!("PublicKeyCredential" in window)) for (const form of forms) form.hidden = true
  else if (forms.length > 0) {
    const waiting = new AbortController()
    const start = async () => {
      waiting.abort()
      const { startPasskeys } = await import("./passkey.ts")
      await startPasskeys(onSent)
    }
    for (const sign of SIGNS_OF_LIFE) {
      addEventListener(sign, () => void start().catch(() => {}), { signal: waiting.signal })
    }
  }
}

/** Lets the button "Continue with Google" lead to a path of ours, and says why it led back here. */
function startGoogle(next: string): void {
  const form = pageForm()
  const error = googleErrorText(location.search)
  if (form && error) {
    showMessage(form, pageTranslate()(error, { email: SITE.email }))
    showOffers(form, new URLSearchParams(location.search).get("error") ?? "")
    history.replaceState(history.state, "", withoutError(location))
  }
  const link = document.querySelector<HTMLAnchorElement>("[data-google] a")
  if (!link) return
  const query = new URLSearchParams(link.search)
  query.set("next", next)
  link.search = `${query}`
  link.addEventListener("click", () => {
    // Who signs up is remembered.
    const box = form?.querySelector<HTMLInputElement>("input[name=remember]")
    query.set("remember", (box?.checked ?? true) ? "1" : "0")
    link.search = `${query}`
  })
}

/** Sends the form once more, this time to keep an account that was given up. */
function startKeeping(): void {
  const form = pageForm()
  const box = form?.querySelector<HTMLInputElement>("input[name=keep]")
  form?.querySelector("[data-keep]")?.addEventListener("click", () => {
    if (box) box.checked = true
    form.requestSubmit()
  })
}

export function startLogin(): void {
  startKeeping()
  startEntry({
    steps: { check: checkSignIn, send: signIn },
    onFailed: ({ code }) => showStep(code),
    welcome: { title: "common:toasts.welcomeBack.title", text: "common:toasts.welcomeBack.text" },
  })
}
