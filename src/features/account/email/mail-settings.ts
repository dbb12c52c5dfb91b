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

/** The saved settings, and the email address of the member. Null until both are loaded. */
const $saved = atom<{ email: string; settings: MailSettings } | null>(null)

export const mailForm = createForm<MailSettings, Partial<MailSettings>, Account>(
  {
    marketing_consent: false,
    language: "en",
  },
  {
    // Only changed settings are sent, so that changes from another tab stay.
    check: (values) => ({
      ok: true,
      body: getChangedFields(values, $saved.get()?.settings ?? values),
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
  [$saved, mailForm.$values],
  (saved, values) => saved !== null && !areSameValues(values, saved.settings),
)

/** Fills the form when the account is loaded, unless its member has unsaved changes. Returns a stop function. */
export const startMailForm = (): (() => void) =>
  $account.subscribe(({ data }) => {
    const isSameMember = data?.email === $saved.get()?.email
    if (!data || (isSameMember && $isMailDirty.get())) return
    mailForm.reset(getSettings(data))
    $saved.set({ email: data.email, settings: getSettings(data) })
  })

export async function saveMailSettings(): Promise<void> {
  const sentValues = mailForm.$values.get()
  const memberEmail = $saved.get()?.email
  const result = await mailForm.submit()
  // If another member has logged in meanwhile, the result is ignored.
  if (!result || $saved.get()?.email !== memberEmail) return
  if (result.ok) {
    const settings = getSettings(result.body)
    const changesSinceSending = getChangedFields(mailForm.$values.get(), sentValues)
    $saved.set({ email: result.body.email, settings })
    mailForm.reset({ ...settings, ...changesSinceSending })
    $account.mutate(result.body)
  }
  const title = pageTranslate()("security:mails.saved")
  showOutcome(result, { title }, "security:mails.saveFailed")
}
