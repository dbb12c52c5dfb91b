import { type ReactNode, useState } from "react"
import { pageTranslate } from "../../../../i18n/page-translate.ts"
import { call } from "../../../../shared/call.ts"
import { Button } from "../../../../ui/Button.tsx"
import { ConfirmDialog } from "../../../../ui/dialog/ConfirmDialog.tsx"
import { Form } from "../../../../ui/forms/Form.tsx"
import { CheckField, TextField } from "../../../../ui/forms/fields.tsx"
import { createForm } from "../../../../ui/forms/form.ts"
import { checkWithSchema } from "../../../../ui/forms/submission.ts"
import { useForm } from "../../../../ui/forms/use-form.ts"
import { showOutcome } from "../../../../ui/toast/show-outcome.ts"
import { messageBody, messageResponse } from "../forms.ts"
import { MESSAGE_MAX, type Signup } from "../schema.ts"
import { RefusalMessage } from "./dialogs.tsx"

interface Props {
  eventId: string
  /** Number of members who get the message, by status. */
  reach: NonNullable<Signup["reach"]>
}

export function Message({ eventId, reach }: Props): ReactNode {
  const t = pageTranslate()
  const [isConfirming, setIsConfirming] = useState(false)
  const [form] = useState(() =>
    createForm(
      { message: "", with_waitlist: false },
      {
        check: (values) => checkWithSchema(messageBody, values),
        send: (payload) =>
          call(`/api/events/${eventId}/message`, {
            method: "POST",
            payload,
            read: messageResponse,
          }),
      },
      `message ${eventId}`,
    ),
  )
  const { values, field, failure, isSending } = useForm(form)
  const count = reach.going + (values.with_waitlist ? reach.waiting : 0)

  async function send() {
    const result = await form.submit()
    setIsConfirming(false)
    if (!result?.ok) return
    form.reset({ message: "", with_waitlist: false })
    const { count: sentCount } = result.body
    const title = sentCount
      ? t("signups:message.sent", { count: sentCount })
      : t("signups:message.sentToNone")
    showOutcome(null, { title }, "signups:toasts.failed")
  }

  return (
    <section aria-labelledby="message-title">
      <h2 id="message-title" className="mb-3.5 text-lg">
        {t("signups:message.title")}
      </h2>
      <Form
        className="grid gap-3.5"
        failure={failure}
        onSubmit={async () => {
          // An empty message is submitted without a confirmation, so that the form shows the error.
          if (!values.message.trim()) await form.submit()
          else if (count > 0) setIsConfirming(true)
          else {
            showOutcome(null, { title: t("signups:message.sentToNone") }, "signups:toasts.failed")
          }
        }}
      >
        <TextField
          {...field("message")}
          label={t("signups:message.label")}
          hint={t("signups:message.hint")}
          max={MESSAGE_MAX}
          lines={4}
        />
        {reach.waiting > 0 && (
          <CheckField
            {...field("with_waitlist")}
            label={t("signups:message.waitlist", { number: reach.waiting })}
            hint=""
          />
        )}
        <RefusalMessage failure={failure} />
        <Button className="btn-ghost btn-small w-fit" type="submit" isBusy={isSending}>
          {t("signups:message.send")}
        </Button>
      </Form>
      {isConfirming && (
        <ConfirmDialog
          title={t("signups:message.confirm", { count })}
          text={t("signups:message.confirmText")}
          confirm={t("signups:message.send")}
          cancel={t("signups:form.cancel")}
          isDanger={false}
          isBusy={isSending}
          onConfirm={() => void send()}
          onCancel={() => setIsConfirming(false)}
        />
      )}
    </section>
  )
}
