import * as z from "zod/mini"
import { loadMemberMessages } from "../../i18n/load-member-messages.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { call } from "../../shared/call.ts"
import { showFailure } from "../../ui/toast/show-outcome.ts"
import { showToast } from "../../ui/toast/toasts.ts"

const accountResponse = z.object({ email: z.string(), email_verified: z.boolean() })

let isSending = false

/** Subscribes a signed-in member without a confirmation email. If the address is unconfirmed, shows an error toast. */
export async function subscribeMember({ href }: HTMLAnchorElement): Promise<void> {
  if (isSending) return
  isSending = true
  const payload = { marketing_consent: true }
  const [result] = await Promise.all([
    call("/api/account", {
      method: "PATCH",
      payload,
      read: (json) => z.parse(accountResponse, json),
    }),
    loadMemberMessages(),
  ]).finally(() => {
    isSending = false
  })
  if (!result.ok && result.failure.code === "sign_in_required") return location.assign(href)
  const t = pageTranslate()
  if (!result.ok) return showFailure(result.failure, "newsletter:form.subscribeFailed")
  const { email, email_verified: isConfirmed } = result.body
  const outcome = isConfirmed ? "subscribed" : "unconfirmed"
  showToast({
    tone: isConfirmed ? "success" : "error",
    title: t(`newsletter:form.${outcome}`),
    text: t(`newsletter:form.${outcome}Text`, { email }),
    subject: "newsletter",
    link: { href, text: t("newsletter:form.choose") },
  })
}
