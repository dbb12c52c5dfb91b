import { useState } from "react"
import type { MessageKey } from "../../../../i18n/keys.ts"
import { pageTranslate } from "../../../../i18n/page-translate.ts"
import type { CallResult } from "../../../../shared/call.ts"
import { Button } from "../../../../ui/Button.tsx"
import { Form } from "../../../../ui/forms/Form.tsx"
import { Field, type FieldProps, getFieldAttributes } from "../../../../ui/forms/fields.tsx"
import { createForm } from "../../../../ui/forms/form.ts"
import { checkWithSchema } from "../../../../ui/forms/submission.ts"
import { useForm } from "../../../../ui/forms/use-form.ts"
import { FormNotice } from "../../FormNotice.tsx"
import { codeBody } from "../../schema.ts"

interface Props extends FieldProps {
  value: string
  onChange: (code: string) => void
}

export function CodeField({ value, onChange, ...field }: Props) {
  return (
    <Field {...field}>
      <input
        {...getFieldAttributes(field)}
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
  fieldLabel: MessageKey
  buttonText: MessageKey
  busyText: MessageKey
  isDanger?: boolean
  send: (code: string) => Promise<CallResult<Result>>
  onDone: (result: Result) => void
  onCancel: () => void
}

export function CodeForm<Result>(props: CodeFormProps<Result>) {
  const { fieldLabel, buttonText, busyText, isDanger = false, send, onDone, onCancel } = props
  const t = pageTranslate()
  const [form] = useState(() =>
    createForm(
      { code: "" },
      { check: (values) => checkWithSchema(codeBody, values), send: ({ code }) => send(code) },
    ),
  )
  const { field, failure, isSending } = useForm(form)

  async function submit() {
    const result = await form.submit()
    if (result?.ok) onDone(result.body)
  }

  return (
    <Form
      className="grid justify-items-start gap-4 [&>.field]:w-full"
      failure={failure}
      onSubmit={submit}
    >
      <CodeField {...field("code")} label={t(fieldLabel)} />
      <FormNotice failure={failure} />
      <div className="flex flex-wrap gap-2.5">
        <Button
          className={`btn-small ${isDanger ? "btn-danger" : ""}`}
          type="submit"
          isBusy={isSending}
        >
          {t(isSending ? busyText : buttonText)}
        </Button>
        <Button className="btn-ghost btn-small" onClick={onCancel}>
          {t("security:factor.cancel")}
        </Button>
      </div>
    </Form>
  )
}
