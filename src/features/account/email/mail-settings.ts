import { atom, computed } from "nanostores"
import * as z from "zod/mini"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { call } from "../../../shared/call.ts"
import { areSameValues, getChangedFields } from "../../../ui/forms/changed-fields.ts"
import { createForm } from "../../../ui/forms/form.ts"
import { showOutcome } from "../../../ui/toast/show-outcome.ts"
import { $account, ACCOUNT_PATH, type Account, accountResponse } from "../own-account.ts"
import { type MailSettings, mailSettings } from "../schema.ts"

const getSettings = (account: Account): MailSettings => z.parse(mailSettings, account)

const $base = atom<{ email: string; settings: MailSettings } | null>(null)

export const mailForm = createForm<MailSettings, Partial<MailSettings>, Account>(
  {
    marketing_consent: false,
    language: "en",
  },
  {
    // Only changed settings are sent, so that changes from another tab stay.
    check: (values) => ({
      ok: true,
      body: getChangedFields(values, $base.get()?.settings ?? values),
    }),
    send: (payload) =>
      call(ACCOUNT_PATH, {
        method: "PATCH",
        payload,
        read: accountResponse,
      }),
  },
  "emails",
)

export const $isMailDirty = computed(
  [$base, mailForm.$values],
  (base, values) => base !== null && !areSameValues(values, base.settings),
)

export const startMailForm = (): (() => void) =>
  $account.subscribe(({ data }) => {
    const isSameMember = data?.email === $base.get()?.email
    if (!data || (isSameMember && $isMailDirty.get())) return
    mailForm.reset(getSettings(data))
    $base.set({ email: data.email, settings: getSettings(data) })
  })

export async function saveMailSettings(): Promise<void> {
  const sent = mailForm.$values.get()
  const memberEmail = $base.get()?.email
  const result = await mailForm.submit()
  // Another member has logged in meanwhile.
  if (!result || $base.get()?.email !== memberEmail) return
  if (result.ok) {
    const saved = getSettings(result.body)
    const typed = mailForm.$values.get()
    $base.set({ email: result.body.email, settings: saved })
    mailForm.reset({ ...saved, ...getChangedFields(typed, sent) })
    $account.mutate(result.body)
  }
  const title = pageTranslate()("security:mails.saved")
  showOutcome(result, { title }, "security:mails.saveFailed")
}
