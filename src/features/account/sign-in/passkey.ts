/** Logging in with a passkey: by a button, or from what the browser offers in the field for the email. */
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { failureText } from "../../../ui/forms/failure-text.ts"
import { showMessage } from "../../../ui/forms/page-form.ts"
import { onSubmit, showBusy } from "../../../ui/forms/plain-form.ts"
import { canFillIn, signWithPasskey } from "../passkeys/authenticator.ts"
import { enter } from "./calls.ts"
import { pageForm, showOffers } from "./start-form.ts"

/** In the state of the page that is shown; what there is to say stands at its first form. */
const shown = (form: string) =>
  document.querySelector<HTMLFormElement>(`[data-view]:not([hidden]) [${form}]`)

/** Starts them all; `onSent` when somebody is in. */
export async function startPasskeys(onSent: () => void): Promise<void> {
  const t = pageTranslate()
  const login = pageForm()
  let isBusy = false
  /** Whether a passkey was the last way that was tried: keeping an account goes on with it. */
  let isLast = false

  function say(text: string, code = ""): void {
    const form = shown("data-form")
    if (form) showMessage(form, text)
    if (login) showOffers(login, code)
  }

  async function send(passkey: object, keep: boolean): Promise<void> {
    const remember =
      login?.querySelector<HTMLInputElement>("input[name=remember]")?.checked ?? false
    isLast = true
    const answer = await enter("/api/auth/passkey", { passkey, remember, keep })
    if (answer.ok) onSent()
    else say(t(failureText(answer.failure.code)), answer.failure.code)
  }

  async function logIn(keep = false): Promise<void> {
    const form = shown("data-passkey")
    if (isBusy || !form) return
    isBusy = true
    showBusy(form, true)
    say("")
    const signed = await signWithPasskey("/api/auth/passkey/options")
    if (!signed) say(t("account:passkey.none"))
    else if (signed.ok) await send(signed.body, keep)
    else say(t(failureText(signed.failure.code)))
    showBusy(form, false)
    isBusy = false
    void offer()
  }

  /** The browser shows passkeys with the addresses it knows. */
  async function offer(): Promise<void> {
    const signed = await signWithPasskey("/api/auth/passkey/options", true)
    // Not offered again by itself: what was refused would be again.
    if (signed?.ok) await send(signed.body, false)
  }

  for (const form of document.querySelectorAll<HTMLFormElement>("[data-passkey]")) {
    onSubmit(form, () => logIn())
  }
  // Before the form's own, which sends the password.
  login?.addEventListener(
    "click",
    (event) => {
      const isKeep = event.target instanceof Element && event.target.closest("[data-keep]")
      if (!isKeep || !isLast) return
      event.stopPropagation()
      void logIn(true)
    },
    true,
  )
  login?.addEventListener("submit", () => {
    isLast = false
  })
  if (await canFillIn()) void offer()
}
