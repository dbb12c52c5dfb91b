/** What emails a member wants, and in which language: a form that begins with what is saved. */
import { atom, computed } from "nanostores"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { call } from "../../../shared/call.ts"
import { differingFields, isSame } from "../../../ui/forms/editing.ts"
import { createForm } from "../../../ui/forms/form.ts"
import { tellOutcome } from "../../../ui/toast/tell-outcome.ts"
import { $account, ACCOUNT_PATH, type Account, accountAnswer } from "../own-account.ts"

const SETTINGS = [
  "marketing_consent",
  "mail_join_requests",
  "mail_join_answers",
  "mail_team_roles",
  "mail_event_places",
  "mail_event_changes",
  "mail_event_reminders",
  "mail_event_messages",
  "language",
] as const

export type MailSettings = Pick<Account, (typeof SETTINGS)[number]>

const settingsOf = (account: MailSettings): MailSettings => ({
  marketing_consent: account.marketing_consent,
  mail_join_requests: account.mail_join_requests,
  mail_join_answers: account.mail_join_answers,
  mail_team_roles: account.mail_team_roles,
  mail_event_places: account.mail_event_places,
  mail_event_changes: account.mail_event_changes,
  mail_event_reminders: account.mail_event_reminders,
  mail_event_messages: account.mail_event_messages,
  language: account.language,
})

/** What the form began with, and whose it is; null until that is read. */
const $base = atom<{ email: string; settings: MailSettings } | null>(null)

const among = (values: MailSettings, names: string[]): Partial<MailSettings> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))

export const mailForm = createForm<MailSettings, Partial<MailSettings>, Account>(
  {
    marketing_consent: false,
    mail_join_requests: false,
    mail_join_answers: false,
    mail_team_roles: false,
    mail_event_places: false,
    mail_event_changes: false,
    mail_event_reminders: false,
    mail_event_messages: false,
    language: "en",
  },
  {
    // What another tab has changed since is not changed back.
    check: (values) => ({
      ok: true,
      body: among(values, differingFields(values, $base.get()?.settings ?? values)),
    }),
    send: (payload) =>
      call(ACCOUNT_PATH, {
        method: "PATCH",
        payload,
        read: (json) => accountAnswer.parse(json),
      }),
  },
  "emails",
)

export const $isMailDirty = computed(
  [$base, mailForm.$values],
  (base, values) => base !== null && !isSame(values, base.settings),
)

/** Fills the form with what is saved, unless something is chosen there. Returns what ends it. */
export const startMailForm = (): (() => void) =>
  $account.subscribe(({ data }) => {
    const isTheirs = data?.email === $base.get()?.email
    if (!data || (isTheirs && $isMailDirty.get())) return
    mailForm.reset(settingsOf(data))
    $base.set({ email: data.email, settings: settingsOf(data) })
  })

/** Saves what was changed; a toast says how it went. */
export async function saveMailSettings(): Promise<void> {
  const sent = mailForm.$values.get()
  const member = $base.get()?.email
  const answer = await mailForm.submit()
  // Another member is here by now.
  if (!answer || $base.get()?.email !== member) return
  if (answer.ok) {
    const saved = settingsOf(answer.body)
    const typed = mailForm.$values.get()
    $base.set({ email: answer.body.email, settings: saved })
    mailForm.reset({ ...saved, ...among(typed, differingFields(typed, sent)) })
    $account.mutate(answer.body)
  }
  const title = pageTranslate()("security:mails.saved")
  tellOutcome(answer.ok ? null : answer.failure, { title }, "security:mails.saveFailed")
}
