import { useState } from "react"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { call } from "../../../shared/call.ts"
import { Button } from "../../../ui/Button.tsx"
import { Form } from "../../../ui/forms/Form.tsx"
import {
  Field,
  getFieldAttributes,
  HiddenUsername,
  PasswordField,
} from "../../../ui/forms/fields.tsx"
import { createForm } from "../../../ui/forms/form.ts"
import { SettingsBlock } from "../../../ui/forms/SettingsBlock.tsx"
import { checkWithSchema } from "../../../ui/forms/submission.ts"
import { useForm } from "../../../ui/forms/use-form.ts"
import { FormNotice } from "../FormNotice.tsx"
import { $account, type Account } from "../own-account.ts"
import { changeEmailBody } from "../schema.ts"
import { resendVerification } from "../sign-in/calls.ts"
import { MailButton } from "./MailButton.tsx"

const createEmailForm = (account: Account) =>
  createForm(
    { email: "", password: "" },
    {
      check: ({ email, password }) =>
        checkWithSchema(changeEmailBody, account.has_password ? { email, password } : { email }),
      send: (payload) => call("/api/account/email", { method: "POST", payload }),
    },
  )

function EmailForm({ account, onDone }: { account: Account; onDone: () => void }) {
  const { email, has_password } = account
  const t = pageTranslate()
  const [form] = useState(() => createEmailForm(account))
  const { values, change, field, failure, isSending } = useForm(form)
  const label = t("security:email.new")

  async function submit() {
    const result = await form.submit()
    if (!result?.ok) return
    $account.mutate({ ...account, wanted_email: values.email.trim() })
    onDone()
  }

  return (
    <Form
      className="grid justify-items-start gap-4.5 *:empty:hidden [&>.field]:w-full"
      failure={failure}
      onSubmit={submit}
    >
      <HiddenUsername email={email} />
      <Field {...field("email")} label={label} hint={t("security:email.changeHint")}>
        <input
          {...getFieldAttributes({ ...field("email"), label, hint: true })}
          className="input"
          type="email"
          autoComplete="email"
          value={values.email}
          onChange={({ target }) => change({ email: target.value })}
        />
      </Field>
      {has_password && (
        <PasswordField
          {...field("password")}
          name="password"
          label={t("security:email.password")}
          autoComplete="current-password"
        />
      )}
      <FormNotice failure={failure} />
      <div className="flex flex-wrap gap-2.5">
        <Button className="btn-ghost btn-small" type="submit" isBusy={isSending}>
          {t(isSending ? "security:email.sending" : "security:email.send")}
        </Button>
        <Button className="btn-ghost btn-small" onClick={onDone}>
          {t("security:email.cancel")}
        </Button>
      </div>
    </Form>
  )
}

/** Shows and changes the email address. The account keeps the old address until the new one is confirmed. */
export function EmailBlock({ account }: { account: Account }) {
  const { email, email_verified, wanted_email } = account
  const t = pageTranslate()
  const [isChanging, setIsChanging] = useState(false)
  return (
    <SettingsBlock
      title={t("security:email.title")}
      hint={email_verified ? undefined : t("security:email.hint")}
    >
      <p className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
        <strong className="min-w-0 wrap-anywhere">{email}</strong>
        <span
          className={`badge ${email_verified ? "border-current text-success" : "border-danger text-danger"}`}
        >
          {t(email_verified ? "security:email.confirmed" : "security:email.notConfirmed")}
        </span>
      </p>
      <p className="wrap-anywhere empty:hidden" role="status">
        {wanted_email && !isChanging && t("security:email.waiting", { email: wanted_email })}
      </p>
      {!email_verified && (
        <MailButton
          send={resendVerification}
          email={email}
          label="security:email.resend"
          sentText="security:email.sent"
        />
      )}
      {isChanging ? (
        <EmailForm account={account} onDone={() => setIsChanging(false)} />
      ) : (
        <Button className="btn-ghost btn-small" onClick={() => setIsChanging(true)}>
          {t("security:email.change")}
        </Button>
      )}
    </SettingsBlock>
  )
}
