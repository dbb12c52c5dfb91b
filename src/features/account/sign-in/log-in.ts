import type { MessageKey } from "../../../i18n/keys.ts"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { localePath } from "../../../i18n/paths.ts"
import { $session } from "../../../session/session.ts"
import type { Failure } from "../../../shared/call.ts"
import { getNextPath } from "../../../shared/next-path.ts"
import { SITE } from "../../../site.ts"
import { type FormValues, showMessage } from "../../../ui/forms/page-form.ts"
import type { SubmissionSteps, SubmissionStore } from "../../../ui/forms/submission.ts"
import { showToastOnNextPage } from "../../../ui/toast/toasts.ts"
import { signIn } from "./calls.ts"
import { checkSignIn } from "./checks.ts"
import { NEXT_PARAM, startFormLinks } from "./form-links.ts"
import { getGoogleErrorText, removeParameters } from "./google-error.ts"
import { showSecondStep, startFactorCode } from "./second-step.ts"
import { findPageForm, showOffers, startForm } from "./start-form.ts"

interface EntryPage<Body> {
  steps: SubmissionSteps<FormValues, Body, unknown>
  onFailed?: (failure: Failure) => boolean
  welcome: { title: MessageKey; text: MessageKey }
  home?: string
  /** If false, signed-in members are redirected to the next page. */
  isForMembers?: boolean
}

const KEPT_ACCOUNT_TEXTS = { title: "account:kept.title", text: "account:kept.text" } as const

export function startEntry<Body>(entry: EntryPage<Body>): void {
  const { steps, onFailed, welcome, home = "/", isForMembers = false } = entry
  const destination = getNextPath(
    new URLSearchParams(location.search).get(NEXT_PARAM),
    localePath(home, pageLocale()),
  )
  // The back button must not show a form that was already sent.
  const leave = () => location.replace(destination)
  const t = pageTranslate()
  function onSent() {
    const isKept = findPageForm()?.querySelector<HTMLInputElement>("input[name=keep]")?.checked
    const texts = isKept ? KEPT_ACCOUNT_TEXTS : welcome
    showToastOnNextPage({ tone: "success", title: t(texts.title), text: t(texts.text) })
    leave()
  }
  const formStore = startForm({ steps, onSent, ...(onFailed && { onFailed }) })
  const codeStore = startFactorCode(onSent)
  preparePasskeys(onSent)
  const isOpen = (store: Pick<SubmissionStore<never, unknown>, "$submission"> | null) =>
    !store || store.$submission.get().status === "open"
  // After a log-in with Google, the second factor may still be missing.
  const isSecondStep = new URLSearchParams(location.search).has("step")
  $session.subscribe(({ status }) => {
    if (isForMembers || isSecondStep) return
    if (status === "signed-in" && formStore && isOpen(formStore) && isOpen(codeStore)) leave()
  })
  startFormLinks()
  startGoogle(destination)
}

const FIRST_INTERACTIONS = ["pointermove", "pointerdown", "keydown", "focusin"]

function preparePasskeys(onSent: () => void): void {
  const forms = document.querySelectorAll<HTMLElement>("[data-passkey]")
  if (!("PublicKeyCredential" in window)) for (const form of forms) form.hidden = true
  else if (forms.length > 0) {
    const listening = new AbortController()
    const start = async () => {
      listening.abort()
      const { startPasskeys } = await import("./passkey.ts")
      await startPasskeys(onSent)
    }
    for (const type of FIRST_INTERACTIONS) {
      addEventListener(type, () => void start().catch(() => {}), { signal: listening.signal })
    }
  }
}

function startGoogle(next: string): void {
  const form = findPageForm()
  const error = getGoogleErrorText(location.search)
  if (form && error) {
    showMessage(form, pageTranslate()(error, { email: SITE.email }))
    showOffers(form, new URLSearchParams(location.search).get("error") ?? "")
    history.replaceState(history.state, "", removeParameters(location, "error"))
  }
  const link = document.querySelector<HTMLAnchorElement>("[data-google] a")
  if (!link) return
  const query = new URLSearchParams(link.search)
  query.set("next", next)
  link.search = `${query}`
  link.addEventListener("click", () => {
    // The sign-up form has no such checkbox. New members stay logged in.
    const checkbox = form?.querySelector<HTMLInputElement>("input[name=remember]")
    query.set("remember", (checkbox?.checked ?? true) ? "1" : "0")
    link.search = `${query}`
  })
}

/** "Keep my account" cancels the deletion of the account. */
function startKeepButton(): void {
  const form = findPageForm()
  const checkbox = form?.querySelector<HTMLInputElement>("input[name=keep]")
  form?.querySelector("[data-keep]")?.addEventListener("click", () => {
    if (checkbox) checkbox.checked = true
    form.requestSubmit()
  })
}

export function startLogin(): void {
  startKeepButton()
  startEntry({
    steps: { check: checkSignIn, send: signIn },
    onFailed: ({ code }) => showSecondStep(code),
    welcome: { title: "common:toasts.welcomeBack.title", text: "common:toasts.welcomeBack.text" },
  })
}
