/** The part of the profile page where members choose which emails they get. */
import { useStore } from "@nanostores/react"
import { useEffect, useId } from "react"
import { LOCALE_NAMES, LOCALES } from "../../../i18n/locales.ts"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { Form } from "../../../ui/forms/Form.tsx"
import { CheckField, ChoiceField } from "../../../ui/forms/fields.tsx"
import { useForm } from "../../../ui/forms/use-form.ts"
import { Loaded } from "../Loaded.tsx"
import { $account, $accountState } from "../own-account.ts"
import { SaveBar } from "../profile/SaveBar.tsx"
import { $isMailDirty, mailForm, saveMailSettings, startMailForm } from "./mail-settings.ts"

/** Optional emails, in the order of the list. */
const EMAILS = [
  ["marketing_consent", "security:mails.marketing"],
  ["mail_join_requests", "security:mails.joinRequests"],
  ["mail_join_answers", "security:mails.joinAnswers"],
  ["mail_team_roles", "security:mails.teamRoles"],
  ["mail_event_places", "security:mails.eventPlaces"],
  ["mail_event_changes", "security:mails.eventChanges"],
  ["mail_event_reminders", "security:mails.eventReminders"],
  ["mail_event_messages", "security:mails.eventMessages"],
] as const

function EmailsForm() {
  const t = pageTranslate()
  const { field, failure, isSending } = useForm(mailForm)
  const isDirty = useStore($isMailDirty)
  return (
    <Form className="profile-form max-w-190" failure={failure} onSubmit={saveMailSettings}>
      <div className="grid gap-5">
        {EMAILS.map(([setting, label]) => (
          <CheckField key={setting} {...field(setting)} label={t(label)} hint={t(`${label}Hint`)} />
        ))}
        <ChoiceField
          {...field("language")}
          label={t("security:mails.language")}
          hint={t("security:mails.languageHint")}
          options={LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value] }))}
        />
      </div>
      <SaveBar
        saved="profile:form.allSaved"
        label="profile:form.saveEmails"
        isDirty={isDirty}
        isSending={isSending}
      />
    </Form>
  )
}

export function EmailsSection() {
  const t = pageTranslate()
  const id = useId()
  useEffect(startMailForm, [])
  return (
    <section className="settings" aria-labelledby={id}>
      <h2 id={id}>{t("security:mails.title")}</h2>
      <Loaded $state={$accountState} texts="security:" onRetry={$account.invalidate}>
        {({ email_verified }) => (
          <>
            {!email_verified && <p className="hint mb-5">{t("security:mails.unconfirmed")}</p>}
            <EmailsForm />
          </>
        )}
      </Loaded>
    </section>
  )
}
