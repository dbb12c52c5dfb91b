import { useId, useState } from "react"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { call } from "../../../shared/call.ts"
import { Button } from "../../../ui/Button.tsx"
import { Form } from "../../../ui/forms/Form.tsx"
import { HiddenUsername, PasswordField } from "../../../ui/forms/fields.tsx"
import { createForm } from "../../../ui/forms/form.ts"
import { checkWithSchema } from "../../../ui/forms/submission.ts"
import { useForm } from "../../../ui/forms/use-form.ts"
import { waitForPressEnd } from "../../../ui/forms/wait-for-press-end.ts"
import { showSuccess } from "../../../ui/toast/show-outcome.ts"
import { FormNotice } from "../FormNotice.tsx"
import {
  type ChangePasswordForm,
  changePasswordForm,
  isSamePassword,
  MIN_PASSWORD_LENGTH,
} from "../schema.ts"
import { reloadDevices } from "./devices.ts"

const NO_PASSWORDS: ChangePasswordForm = {
  current_password: "",
  new_password: "",
  confirm_password: "",
}

const createPasswordForm = () =>
  createForm(NO_PASSWORDS, {
    check: (values) => checkWithSchema(changePasswordForm, values),
    send: ({ current_password, new_password }) =>
      call("/api/account/password", {
        method: "PUT",
        payload: { current_password, new_password },
      }),
  })

const FIELDS = [
  ["current_password", "security:password.current", "current-password"],
  ["new_password", "security:password.new", "new-password"],
  ["confirm_password", "security:password.confirm", "new-password"],
] as const

export function PasswordForm({ email }: { email: string }) {
  const t = pageTranslate()
  const showId = useId()
  const [form] = useState(createPasswordForm)
  const [isShown, setIsShown] = useState(false)
  const { values, field, failure, isSending } = useForm(form)
  /** Whether the member has left the confirmation field. Only then are different passwords shown as an error. */
  const [hasLeftConfirmation, setHasLeftConfirmation] = useState(false)
  const { new_password, confirm_password } = values
  const isConfirmationDifferent =
    hasLeftConfirmation &&
    confirm_password !== "" &&
    !isSamePassword(new_password, confirm_password)

  async function submit() {
    const result = await form.submit()
    if (!result?.ok) return
    form.reset(NO_PASSWORDS)
    setIsShown(false)
    showSuccess("security:password.changed", "security:password.changedText")
    reloadDevices()
  }

  return (
    <Form
      className="grid justify-items-start gap-4.5 *:empty:hidden [&>.field]:w-full"
      failure={failure}
      onSubmit={submit}
    >
      <HiddenUsername email={email} />
      {FIELDS.map(([name, label, autoComplete]) => (
        <PasswordField
          key={name}
          {...field(name)}
          name={name}
          label={t(label)}
          hint={
            name === "new_password" && t("security:password.newHint", { min: MIN_PASSWORD_LENGTH })
          }
          autoComplete={autoComplete}
          isShown={isShown}
          {...(name === "confirm_password" && {
            error: field(name).error ?? (isConfirmationDifferent ? "passwords_differ" : undefined),
            onBlur: () => void waitForPressEnd().then(() => setHasLeftConfirmation(true)),
          })}
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
      <FormNotice failure={failure} />
      <Button className="btn-ghost btn-small" type="submit" isBusy={isSending}>
        {t(isSending ? "security:password.sending" : "security:password.submit")}
      </Button>
    </Form>
  )
}
