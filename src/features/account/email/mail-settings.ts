import * as z from "zod/mini"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { showOutcome } from "../../../ui/toast/show-outcome.ts"
import { createAccountForm } from "../account-form.ts"
import { type MailSettings, mailSettings } from "../schema.ts"

export const mailSettingsForm = createAccountForm<MailSettings, Partial<MailSettings>>({
  name: "emails",
  blank: { marketing_consent: false, language: "en" },
  getValues: (account) => z.parse(mailSettings, account),
  check: (changed) => ({ ok: true, body: changed }),
})

export async function saveMailSettings(): Promise<void> {
  const result = await mailSettingsForm.save()
  const title = pageTranslate()("security:mails.saved")
  if (result) showOutcome(result, { title }, "security:mails.saveFailed")
}
