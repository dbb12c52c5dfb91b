import { useStore } from "@nanostores/react"
import { useEffect, useId } from "react"
import { LOCALE_NAMES, LOCALES } from "../../../i18n/locales.ts"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { localePath } from "../../../i18n/paths.ts"
import { Form } from "../../../ui/forms/Form.tsx"
import { CheckField, ChoiceField } from "../../../ui/forms/fields.tsx"
import { useForm } from "../../../ui/forms/use-form.ts"
import { Loaded } from "../Loaded.tsx"
import { $account, $accountState } from "../own-account.ts"
import { SaveBar, saveOnShortcut } from "../profile/SaveBar.tsx"
import { mailSettingsForm, saveMailSettings } from "./mail-settings.ts"

function EmailsForm() {
  const t = pageTranslate()
  const { field, failure, isSending } = useForm(mailSettingsForm.form)
  const isDirty = useStore(mailSettingsForm.$isDirty)
  return (
    <Form
      className="profile-form max-w-190"
      failure={failure}
      onSubmit={saveMailSettings}
      onKeyDown={saveOnShortcut}
    >
      <div className="grid gap-5">
        <CheckField
          {...field("marketing_consent")}
          label={t("security:mails.marketing")}
          hint={t("security:mails.marketingHint")}
        />
        <ChoiceField
          {...field("language")}
          label={t("security:mails.language")}
          hint={t("security:mails.languageHint")}
          options={LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value] }))}
        />
      </div>
      <SaveBar
        savedText="profile:form.allSaved"
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
  useEffect(mailSettingsForm.start, [])
  return (
    <section className="settings" aria-labelledby={id}>
      <h2 id={id}>{t("security:mails.title")}</h2>
      <Loaded $state={$accountState} texts="security:" onRetry={$account.invalidate}>
        {() => <EmailsForm />}
      </Loaded>
      <p className="mt-5">
        <a
          className="more whitespace-normal"
          href={localePath("/notifications#settings", pageLocale())}
        >
          {t("security:mails.topics")}
        </a>
      </p>
    </section>
  )
}
