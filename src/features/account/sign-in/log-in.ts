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
import { findPageForm, showHelp, startForm } from "./start-form.ts"

/** Describes a page that starts a session: the page for log-in or for sign-up. */
interface EntryPage<Body> {
  steps: SubmissionSteps<FormValues, Body, unknown>
  /** Returns whether the failure is handled. Otherwise, the form shows it. */
  onFailed?: (failure: Failure) => boolean
  welcome: { title: MessageKey; text: MessageKey }
  /** Path of the page that opens after the log-in if the URL has no parameter `next`. */
  home?: string
  /** Whether the page stays open for a signed-in member. By default, the next page opens. */
  isOpenToMembers?: boolean
}

/** Texts of the toast after a log-in that has canceled the scheduled deletion of the account. */
const KEPT_ACCOUNT_TEXTS = { title: "account:kept.title", text: "account:kept.text" } as const

/** Starts the forms of the page. After a log-in, the next page opens. */
export function startEntry<Body>(entry: EntryPage<Body>): void {
  const { steps, onFailed, welcome, home = "/", isOpenToMembers = false } = entry
  const destination = getNextPath(
    new URLSearchParams(location.search).get(NEXT_PARAM),
    localePath(home, pageLocale()),
  )
  // `replace`: the back button must not show a form that was already sent.
  const leave = () => location.replace(destination)
  const t = pageTranslate()
  function onSent() {
    const isDeletionCancelled =
      findPageForm()?.querySelector<HTMLInputElement>("input[name=keep]")?.checked
    const texts = isDeletionCancelled ? KEPT_ACCOUNT_TEXTS : welcome
    showToastOnNextPage({ tone: "success", title: t(texts.title), text: t(texts.text) })
    leave()
  }
  const formStore = startForm({ steps, onSent, ...(onFailed && { onFailed }) })
  const codeStore = startFactorCode(onSent)
  preparePasskeys(onSent)
  const isUnsent = (store: Pick<SubmissionStore<never, unknown>, "$submission"> | null) =>
    !store || store.$submission.get().status === "open"
  // `step`: a log-in with Google continues on this page with its second step, so the page stays open.
  const isSecondStep = new URLSearchParams(location.search).has("step")
  $session.subscribe(({ status }) => {
    if (isOpenToMembers || isSecondStep) return
    // After a log-in in another tab, this tab opens the next page.
    if (status === "signed-in" && formStore && isUnsent(formStore) && isUnsent(codeStore)) leave()
  })
  startFormLinks()
  startGoogle(destination)
}

const FIRST_INTERACTIONS = ["pointermove", "pointerdown", "keydown", "focusin"]

/** Loads the code for passkeys at the first interaction. Hides the forms if the browser does not support passkeys. */
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

/** Shows why a log-in with Google failed, and adds the next page and "remember me" to the link to Google. */
function startGoogle(next: string): void {
  const form = findPageForm()
  const error = getGoogleErrorText(location.search)
  if (form && error) {
    showMessage(form, pageTranslate()(error, { email: SITE.email }))
    showHelp(form, new URLSearchParams(location.search).get("error") ?? "")
    history.replaceState(history.state, "", removeParameters(location, "error"))
  }
  const link = document.querySelector<HTMLAnchorElement>("[data-google] a")
  if (!link) return
  const query = new URLSearchParams(link.search)
  query.set("next", next)
  link.search = `${query}`
  link.addEventListener("click", () => {
    // The sign-up form has no checkbox "remember me": new members stay logged in.
    const checkbox = form?.querySelector<HTMLInputElement>("input[name=remember]")
    query.set("remember", (checkbox?.checked ?? true) ? "1" : "0")
    link.search = `${query}`
  })
}

/** Starts the button "Keep my account", which logs in and cancels the scheduled deletion of the account. */
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
