import { pageTranslate } from "../../../i18n/page-translate.ts"
import { getFailureKey } from "../../../ui/forms/failure-keys.ts"
import { showMessage } from "../../../ui/forms/page-form.ts"
import { onSubmit, showBusy } from "../../../ui/forms/plain-form.ts"
import { signWithPasskey, supportsAutofill } from "../passkeys/authenticator.ts"
import { logInBy } from "./calls.ts"
import { findPageForm, showHelp } from "./start-form.ts"

const findVisibleForm = (attribute: string) =>
  document.querySelector<HTMLFormElement>(`[data-view]:not([hidden]) [${attribute}]`)

/** Lets visitors log in with a passkey, by the button or by the browser's suggestions in the email field. */
export async function startPasskeys(onSent: () => void): Promise<void> {
  const t = pageTranslate()
  const loginForm = findPageForm()
  let isBusy = false
  /** Whether the last log-in attempt used a passkey. If so, the button "Keep my account" uses a passkey again. */
  let hasUsedPasskey = false

  function showFailure(text: string, code = ""): void {
    const form = findVisibleForm("data-form")
    if (form) showMessage(form, text)
    if (loginForm) showHelp(loginForm, code)
  }

  /** Sends the signed passkey. With `keep`, the log-in cancels the scheduled deletion of the account. */
  async function send(passkey: object, { keep = false } = {}): Promise<void> {
    const remember =
      loginForm?.querySelector<HTMLInputElement>("input[name=remember]")?.checked ?? false
    hasUsedPasskey = true
    const result = await logInBy("/api/auth/passkey", { passkey, remember, keep })
    if (result.ok) onSent()
    else showFailure(t(getFailureKey(result.failure.code)), result.failure.code)
  }

  async function logIn({ keep = false } = {}): Promise<void> {
    const form = findVisibleForm("data-passkey")
    if (isBusy || !form) return
    isBusy = true
    showBusy(form, true)
    showFailure("")
    const signed = await signWithPasskey("/api/auth/passkey/options")
    if (!signed) showFailure(t("account:passkey.none"))
    else if (signed.ok) await send(signed.body, { keep })
    else showFailure(t(getFailureKey(signed.failure.code)))
    showBusy(form, false)
    isBusy = false
    void suggestPasskeys()
  }

  async function suggestPasskeys(): Promise<void> {
    const signed = await signWithPasskey("/api/auth/passkey/options", { isAutofill: true })
    if (signed?.ok) await send(signed.body)
  }

  for (const form of document.querySelectorAll<HTMLFormElement>("[data-passkey]")) {
    onSubmit(form, () => logIn())
  }
  // The listener captures the click before the form's own listener, which would send the password.
  loginForm?.addEventListener(
    "click",
    (event) => {
      const keepButton = event.target instanceof Element && event.target.closest("[data-keep]")
      if (!keepButton || !hasUsedPasskey) return
      event.stopPropagation()
      void logIn({ keep: true })
    },
    { capture: true },
  )
  loginForm?.addEventListener("submit", () => {
    hasUsedPasskey = false
  })
  if (await supportsAutofill()) void suggestPasskeys()
}
