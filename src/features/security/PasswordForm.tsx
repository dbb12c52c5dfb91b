import { useId, useState } from "react"
import type { MessageKey } from "../../i18n/keys.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { Form } from "../../ui/Form.tsx"
import { failureText } from "../../ui/failure-text.ts"
import { PasswordField } from "../../ui/PasswordField.tsx"
import { PasswordManagerUser } from "../../ui/PasswordManagerUser.tsx"
import { showToast } from "../../ui/toasts.ts"
import { useForm } from "../../ui/use-form.ts"
import { WaitingButton } from "../../ui/WaitingButton.tsx"
import { type ChangePasswordForm, PASSWORD_MIN } from "../account/schema.ts"
import { devices } from "./devices.ts"
import { createPasswordForm, NO_PASSWORDS } from "./password.ts"

interface PasswordOf {
  name: keyof ChangePasswordForm
  label: MessageKey
  hint?: "security:password.newHint"
  autoComplete: "current-password" | "new-password"
}

const FIELDS: PasswordOf[] = [
  {
    name: "current_password",
    label: "security:password.current",
    autoComplete: "current-password",
  },
  {
    name: "new_password",
    label: "security:password.new",
    hint: "security:password.newHint",
    autoComplete: "new-password",
  },
  {
    name: "confirm_password",
    label: "security:password.confirm",
    autoComplete: "new-password",
  },
]

export function PasswordForm({ email }: { email: string }) {
  const t = pageTranslate()
  const showId = useId()
  const [form] = useState(createPasswordForm)
  const [isShown, setIsShown] = useState(false)
  const { values, change, field, failure, isSending } = useForm(form)
  const isSaidByFields = failure !== null && Object.keys(failure.errors).length > 0

  async function submit() {
    const answer = await form.submit()
    if (!answer?.ok) return
    form.reset(NO_PASSWORDS)
    setIsShown(false)
    showToast({
      tone: "success",
      title: t("security:password.changed"),
      text: t("security:password.changedText"),
    })
    void devices.load()
  }

  return (
    <Form className="security-form" failure={failure} onSubmit={submit}>
      <PasswordManagerUser email={email} />
      {FIELDS.map(({ name, label, hint, autoComplete }) => (
        <PasswordField
          key={name}
          {...field(name)}
          name={name}
          label={t(label)}
          hint={hint && t(hint, { min: PASSWORD_MIN })}
          value={values[name]}
          autoComplete={autoComplete}
          isShown={isShown}
          onChange={(value) => change({ [name]: value })}
        />
      ))}
      <div className="check">
        <input
          id={showId}
          type="checkbox"
          checked={isShown}
          onChange={({ target }) => setIsShown(target.checked)}
        />
        <label htmlFor={showId}>{t("security:password.show")}</label>
      </div>
      <div role="alert">
        {failure && !isSaidByFields && <p className="error">{t(failureText(failure.code))}</p>}
      </div>
      <WaitingButton className="btn-ghost btn-small" type="submit" isBusy={isSending}>
        {t(isSending ? "security:password.sending" : "security:password.submit")}
      </WaitingButton>
    </Form>
  )
}
