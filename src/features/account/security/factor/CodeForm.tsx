import { useState } from "react"
import type { MessageKey } from "../../../../i18n/keys.ts"
import { pageTranslate } from "../../../../i18n/page-translate.ts"
import type { Answer } from "../../../../shared/call.ts"
import { Form } from "../../../../ui/forms/Form.tsx"
import { failureMessage } from "../../../../ui/forms/failure-message.ts"
import { described, Field, type FieldProps } from "../../../../ui/forms/fields.tsx"
import { createForm } from "../../../../ui/forms/form.ts"
import { checked } from "../../../../ui/forms/submission.ts"
import { useForm } from "../../../../ui/forms/use-form.ts"
import { WaitingButton } from "../../../../ui/forms/WaitingButton.tsx"
import { codeBody } from "../../schema.ts"

interface Props extends FieldProps {
  value: string
  onChange: (code: string) => void
}

/** For the code of an app, which phones fill in, or a recovery code. */
export function CodeField({ value, onChange, ...field }: Props) {
  return (
    <Field {...field}>
      <input
        {...described(field)}
        className="input font-mono tracking-widest"
        type="text"
        name="code"
        value={value}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  )
}

interface CodeFormProps<Result> {
  label: MessageKey
  submit: MessageKey
  busy: MessageKey
  isDanger?: boolean
  send: (code: string) => Promise<Answer<Result>>
  onDone: (result: Result) => void
  onCancel: () => void
}

/** Sends a code, and says what is wrong with it. */
export function CodeForm<Result>(props: CodeFormProps<Result>) {
  const { label, submit, busy, isDanger = false, send, onDone, onCancel } = props
  const t = pageTranslate()
  const [form] = useState(() =>
    createForm(
      { code: "" },
      { check: (values) => checked(codeBody, values), send: ({ code }) => send(code) },
    ),
  )
  const { values, change, field, failure, isSending } = useForm(form)
  const isSaidAtField = failure !== null && Object.keys(failure.errors).length > 0

  async function enter() {
    const answer = await form.submit()
    if (answer?.ok) onDone(answer.body)
  }

  return (
    <Form
      className="grid justify-items-start gap-4 [&>.field]:w-full"
      failure={failure}
      onSubmit={enter}
    >
      <CodeField
        {...field("code")}
        label={t(label)}
        value={values.code}
        onChange={(code) => change({ code })}
      />
      <p className="error empty:hidden" role="alert">
        {failure && !isSaidAtField && failureMessage(failure, t)}
      </p>
      <div className="flex flex-wrap gap-2.5">
        <WaitingButton
          className={`btn-small ${isDanger ? "btn-danger" : ""}`}
          type="submit"
          isBusy={isSending}
        >
          {t(isSending ? busy : submit)}
        </WaitingButton>
        <button className="btn btn-ghost btn-small" type="button" onClick={onCancel}>
          {t("security:factor.cancel")}
        </button>
      </div>
    </Form>
  )
}
