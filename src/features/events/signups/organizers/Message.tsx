import { type ReactNode, useState } from "react"
import { call } from "../../../../call.ts"
import { pageTranslate } from "../../../../i18n/page-translate.ts"
import { Form } from "../../../../ui/forms/Form.tsx"
import { TextField } from "../../../../ui/forms/fields.tsx"
import { createForm } from "../../../../ui/forms/form.ts"
import { checked } from "../../../../ui/forms/submission.ts"
import { useForm } from "../../../../ui/forms/use-form.ts"
import { WaitingButton } from "../../../../ui/forms/WaitingButton.tsx"
import { tellOutcome } from "../../../../ui/toast/tell-outcome.ts"
import { messageAnswer, messageBody } from "../forms.ts"
import { MESSAGE_MAX } from "../schema.ts"
import { Refused } from "./dialogs.tsx"

const read = (json: unknown) => messageAnswer.parse(json)

/** Sends a message to all attendees, at most once a day. */
export function Message({ event }: { event: string }): ReactNode {
  const t = pageTranslate()
  const [form] = useState(() =>
    createForm(
      { message: "" },
      {
        check: (values) => checked(messageBody, values),
        send: (payload) => call(`/api/events/${event}/message`, { method: "POST", payload, read }),
      },
      `message ${event}`,
    ),
  )
  const { values, change, field, failure, isSending } = useForm(form)
  return (
    <section aria-labelledby="message-title">
      <h2 id="message-title" className="mb-3.5 text-lg">
        {t("signups:message.title")}
      </h2>
      <Form
        className="grid gap-3.5 [&_.hint:empty]:hidden"
        failure={failure}
        onSubmit={async () => {
          const answer = await form.submit()
          if (!answer?.ok) return
          form.reset({ message: "" })
          const { count } = answer.body
          const title = count
            ? t("signups:message.sent", { count })
            : t("signups:message.sentToNone")
          tellOutcome(null, { title }, "signups:toasts.failed")
        }}
      >
        <TextField
          {...field("message")}
          label={t("signups:message.label")}
          hint={t("signups:message.hint")}
          value={values.message}
          max={MESSAGE_MAX}
          lines={4}
          onChange={(message) => change({ message })}
        />
        {failure && failure.code !== "invalid" && <Refused failure={failure} />}
        <WaitingButton className="btn-ghost btn-small w-fit" type="submit" isBusy={isSending}>
          {t("signups:message.send")}
        </WaitingButton>
      </Form>
    </section>
  )
}
