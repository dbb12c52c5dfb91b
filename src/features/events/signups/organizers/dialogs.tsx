import { useState } from "react"
import * as z from "zod/mini"
import { pageTranslate } from "../../../../i18n/page-translate.ts"
import { call, type Failure } from "../../../../shared/call.ts"
import { FormDialog } from "../../../../ui/dialog/FormDialog.tsx"
import { openDialog } from "../../../../ui/dialog/open-dialog.ts"
import { getFailureKey } from "../../../../ui/forms/failure-keys.ts"
import { ChoiceField, TextField } from "../../../../ui/forms/fields.tsx"
import { createForm } from "../../../../ui/forms/form.ts"
import { checkWithSchema } from "../../../../ui/forms/submission.ts"
import { useForm } from "../../../../ui/forms/use-form.ts"
import { signupMove, walkIn } from "../forms.ts"
import { GUESTS_MAX, type ListedSignup, NOTE_MAX } from "../schema.ts"

/** Shows why a request failed. Invalid values are shown at their fields instead. */
export const RefusalMessage = ({ failure }: { failure: Failure | null }) =>
  failure &&
  failure.code !== "invalid" && (
    <p className="error" role="alert">
      {pageTranslate()(getFailureKey(failure.code))}
    </p>
  )

type NewStatus = "going" | "waiting" | "not_going"

interface MoveProps {
  row: ListedSignup
  name: string
  status: NewStatus
  onChanged: () => void
}

export const openMoveDialog = (props: MoveProps) => void openDialog(async () => MoveDialog, props)

function MoveDialog({
  row,
  name,
  status,
  onChanged,
  onClose,
}: MoveProps & { onClose: () => void }) {
  const t = pageTranslate()
  const [form] = useState(() =>
    createForm(
      { message: "" },
      {
        check: ({ message }) => checkWithSchema(signupMove, { status, message }),
        send: (payload) => call(`/api/signups/${row.id}`, { method: "PATCH", payload }),
      },
    ),
  )
  const { field, failure, isSending } = useForm(form)
  return (
    <FormDialog
      title={t(`signups:move.${status}Named`, { name })}
      className="w-140"
      cancel={t("signups:form.cancel")}
      submit={t(`signups:move.${status}`)}
      isSending={isSending}
      failure={failure}
      notice={<RefusalMessage failure={failure} />}
      onCancel={onClose}
      onSubmit={async () => {
        if (!(await form.submit())?.ok) return
        onClose()
        onChanged()
      }}
    >
      {row.user_id && (
        <TextField
          {...field("message")}
          label={t("signups:move.word")}
          hint={t("signups:move.wordHint")}
          max={NOTE_MAX}
          lines={3}
        />
      )}
    </FormDialog>
  )
}

/** Opens the dialog that signs up a person at the door (a walk-in). `onDone` gets the id of the new sign-up. */
export const openWalkInDialog = (eventId: string, onDone: (id: string) => void) =>
  void openDialog(async () => WalkInDialog, { eventId, onDone })

const addedSignup = z.object({ id: z.string() })

interface WalkInProps {
  eventId: string
  onDone: (id: string) => void
  onClose: () => void
}

function WalkInDialog({ eventId, onDone, onClose }: WalkInProps) {
  const t = pageTranslate()
  const [form] = useState(() =>
    createForm(
      { name: "", guests: "0", over_limit: false },
      {
        check: ({ guests, ...values }) =>
          checkWithSchema(walkIn, { ...values, guests: Number(guests) }),
        send: (payload) =>
          call(`/api/events/${eventId}/signups`, { method: "POST", payload, read: addedSignup }),
      },
    ),
  )
  const { values, change, field, failure, isSending } = useForm(form)
  // If the event is full, the dialog warns the organizer, and its button adds the person nevertheless.
  const isFull = failure?.code === "event_full" || values.over_limit
  return (
    <FormDialog
      title={t("signups:list.add")}
      lead={<p className="mt-2 text-md text-soft">{t("signups:list.addText")}</p>}
      className="w-140"
      isDialogFocused
      cancel={t("signups:form.cancel")}
      submit={t(isFull ? "signups:list.addAnyway" : "signups:list.addSubmit")}
      isSending={isSending}
      failure={failure}
      notice={
        <>
          {isFull && (
            <p className="error" role="alert">
              {t("signups:list.overLimit")}
            </p>
          )}
          {failure?.code !== "event_full" && <RefusalMessage failure={failure} />}
        </>
      }
      onCancel={onClose}
      onSubmit={async () => {
        if (isFull) change({ over_limit: true })
        const result = await form.submit()
        if (!result?.ok) return
        onClose()
        onDone(result.body.id)
      }}
    >
      <TextField {...field("name")} label={t("signups:list.name")} max={100} isRequired />
      <ChoiceField
        {...field("guests")}
        label={t("signups:list.guests")}
        options={Array.from({ length: GUESTS_MAX + 1 }, (_, count) => ({
          value: String(count),
          label: String(count),
        }))}
        // Removes the warning that the event is full, because a smaller group may fit.
        onChange={(guests) => {
          form.reopen()
          change({ guests, over_limit: false })
        }}
      />
    </FormDialog>
  )
}
