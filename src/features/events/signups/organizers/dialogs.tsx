import { useState } from "react"
import { type Answer, call, type Failure } from "../../../../call.ts"
import { pageTranslate } from "../../../../i18n/page-translate.ts"
import { FormDialog } from "../../../../ui/dialog/FormDialog.tsx"
import { openDialog } from "../../../../ui/dialog/open-dialog.ts"
import { failureText } from "../../../../ui/forms/failure-text.ts"
import { TextField } from "../../../../ui/forms/fields.tsx"
import { createForm } from "../../../../ui/forms/form.ts"
import { checked } from "../../../../ui/forms/submission.ts"
import { useForm } from "../../../../ui/forms/use-form.ts"
import { signupMove, walkIn } from "../forms.ts"
import { type ListedSignup, NOTE_MAX } from "../schema.ts"

export const nothing = () => undefined

/** Why it could not be done. */
export const Refused = ({ failure }: { failure: Failure }) => (
  <p className="error" role="alert">
    {pageTranslate()(failureText(failure.code))}
  </p>
)

type Move = "going" | "waiting" | "not_going"

/** Asks before somebody is moved. */
export const openMove = (row: ListedSignup, name: string, status: Move, onMoved: () => void) =>
  void openDialog(async () => ({ onClose }) => (
    <WordDialog
      title={pageTranslate()(`signups:move.${status}Named`, { name })}
      // Nobody reads a word to who has no account.
      label={row.user_id ? pageTranslate()("signups:move.word") : null}
      submit={pageTranslate()(`signups:move.${status}`)}
      send={(message) =>
        call(`/api/signups/${row.id}`, {
          method: "PATCH",
          payload: signupMove.parse({ status, message }),
          read: nothing,
        })
      }
      onDone={onMoved}
      onClose={onClose}
    />
  ))

interface WordProps {
  title: string
  /** Null where there is nothing to write. */
  label: string | null
  submit: string
  send: (message: string) => Promise<Answer<void>>
  onDone: () => void
  onClose: () => void
}

function WordDialog({ title, label, submit, send, onDone, onClose }: WordProps) {
  const t = pageTranslate()
  const [form] = useState(() =>
    createForm(
      { message: "" },
      { check: ({ message }) => ({ ok: true as const, body: message }), send },
    ),
  )
  const { values, change, field, failure, isSending } = useForm(form)
  return (
    <FormDialog
      title={title}
      className="w-140"
      cancel={t("signups:form.cancel")}
      submit={submit}
      isSending={isSending}
      failure={failure}
      notice={failure && <Refused failure={failure} />}
      onCancel={onClose}
      onSubmit={async () => {
        if (!(await form.submit())?.ok) return
        onClose()
        onDone()
      }}
    >
      {label !== null && (
        <TextField
          {...field("message")}
          label={label}
          hint={t("signups:move.wordHint")}
          value={values.message}
          max={NOTE_MAX}
          lines={3}
          onChange={(message) => change({ message })}
        />
      )}
    </FormDialog>
  )
}

/** Adds somebody who has no account. */
export const openWalkIn = (event: string, onDone: () => void) =>
  void openDialog(async () => ({ onClose }) => (
    <WalkInDialog event={event} onDone={onDone} onClose={onClose} />
  ))

function WalkInDialog({
  event,
  onDone,
  onClose,
}: {
  event: string
  onDone: () => void
  onClose: () => void
}) {
  const t = pageTranslate()
  const [form] = useState(() =>
    createForm(
      { name: "", guests: 0 },
      {
        check: (values) => checked(walkIn, values),
        send: (payload) =>
          call(`/api/events/${event}/signups`, { method: "POST", payload, read: nothing }),
      },
    ),
  )
  const { values, change, field, failure, isSending } = useForm(form)
  return (
    <FormDialog
      title={t("signups:list.add")}
      lead={<p className="mt-2 text-md text-soft">{t("signups:list.addText")}</p>}
      className="w-140"
      isFocused
      cancel={t("signups:form.cancel")}
      submit={t("signups:list.addSubmit")}
      isSending={isSending}
      failure={failure}
      notice={failure && failure.code !== "invalid" && <Refused failure={failure} />}
      onCancel={onClose}
      onSubmit={async () => {
        if (!(await form.submit())?.ok) return
        onClose()
        onDone()
      }}
    >
      <TextField
        {...field("name")}
        label={t("signups:list.name")}
        value={values.name}
        max={100}
        isRequired
        onChange={(name) => change({ name })}
      />
    </FormDialog>
  )
}
