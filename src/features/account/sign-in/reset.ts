import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { localePath } from "../../../i18n/paths.ts"
import { notifyOtherTabs } from "../../../session/sign-out.ts"
import { showToastOnNextPage } from "../../../ui/toast/toasts.ts"
import { dropLinkToken, takeLinkToken } from "../link-token.ts"
import { resetPassword } from "./calls.ts"
import { checkResetPassword } from "./checks.ts"
import { findPageForm, moveToView, showView, startForm } from "./start-form.ts"

export function startReset(): void {
  const t = pageTranslate()
  const email = new URLSearchParams(location.hash.slice(1)).get("email")
  // This hidden field tells password managers which account the new password belongs to.
  const userField = findPageForm()?.querySelector<HTMLInputElement>("[autocomplete=username]")
  if (userField && email) userField.value = email
  const token = takeLinkToken()
  if (!token) showView("unusable")
  startForm({
    steps: {
      check: (values) => checkResetPassword({ ...values, token, code: values.code || undefined }),
      send: resetPassword,
    },
    onSent() {
      showToastOnNextPage({
        tone: "success",
        title: t("account:reset.done.title"),
        text: t("account:reset.done.text"),
      })
      // Other tabs read the session again, because the server has ended all sessions of the member.
      notifyOtherTabs()
      location.replace(localePath("/login", pageLocale()))
    },
    onFailed({ code }) {
      if (code === "second_factor_required") {
        const codePart = document.querySelector<HTMLElement>("[data-second-factor]")
        if (codePart) codePart.hidden = false
        codePart?.querySelector("input")?.focus()
        return true
      }
      if (code !== "link_unusable") return false
      dropLinkToken()
      moveToView("unusable")
      return true
    },
  })
}
