import { useId, useState } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { failureText } from "../../ui/failure-text.ts"
import { PasswordField } from "../../ui/PasswordField.tsx"
import { PasswordManagerUser } from "../../ui/PasswordManagerUser.tsx"
import { showToast } from "../../ui/toasts.ts"
import { useFocusOnFailure, useForm } from "../../ui/use-form.ts"
import { WaitingButton } from "../../ui/WaitingButton.tsx"
import { PASSWORD_MIN } from "../account/schema.ts"
import { devices } from "./devices.ts"
import { createPasswordForm, NO_PASSWORDS } from "./password.ts"

export function PasswordForm({ email }: { email: string }) {
  const t = pageTranslate()
  const showId = useId()
  const [form] = useState(createPasswordForm)
  const [isShown, setIsShown] = useState(false)
  const { values, change, field, failure, isSending } = useForm(form)
  const element = useFocusOnFailure(failure)
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
    <form
      ref={element}
      className="security-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <PasswordManagerUser email={email} />
      <PasswordField
        {...field("current_password")}
        name="current_password"
        label={t("security:password.current")}
        value={values.current_password}
        autoComplete="current-password"
        isShown={isShown}
        onChange={(current_password) => change({ current_password })}
      />
      <PasswordField
        {...field("new_password")}
        name="new_password"
        label={t("security:password.new")}
        hint={t("security:password.newHint", { min: PASSWORD_MIN })}
        value={values.new_password}
        autoComplete="new-password"
        isShown={isShown}
        onChange={(new_password) => change({ new_password })}
      />
      <PasswordField
        {...field("confirm_password")}
        name="confirm_password"
        label={t("security:password.confirm")}
        value={values.confirm_password}
        autoComplete="new-password"
        isShown={isShown}
        onChange={(confirm_password) => change({ confirm_password })}
      />
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
    </form>
  )
}
