import { useStore } from "@nanostores/react"
import { type ReactNode, useEffect, useId, useState } from "react"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { getLoginUrl } from "../../../session/login-address.ts"
import { onMemberLeft } from "../../../session/on-member-left.ts"
import type { Failure } from "../../../shared/call.ts"
import { Button } from "../../../ui/Button.tsx"
import { ConfirmDialog } from "../../../ui/dialog/ConfirmDialog.tsx"
import { Modal } from "../../../ui/dialog/Modal.tsx"
import { Form } from "../../../ui/forms/Form.tsx"
import { getFailureMessage } from "../../../ui/forms/failure-message.ts"
import { useForm } from "../../../ui/forms/use-form.ts"
import { IslandIcon } from "../../../ui/island-icons.tsx"
import { ConfirmEmail } from "../../account/email/ConfirmEmail.tsx"
import { DeletionNotice } from "../../events/DeletionNotice.tsx"
import { localizeEvent } from "../../events/event.ts"
import type { CalendarEvent } from "../../events/schema.ts"
import { ScopeField } from "../../events/series/ScopeField.tsx"
import type { Scope } from "../../events/series/schema.ts"
import { focusEvents } from "../filters.ts"
import { EventFields } from "./EventFields.tsx"
import { createEventEditing, deleteEvent, saveAsCancelled, saveEvent } from "./event-editor.ts"

const Notice = ({ text, children }: { text: string; children: ReactNode }) => (
  <div className="flex flex-wrap gap-2.5 rounded-small border border-danger px-4.5 py-3.5 text-md">
    <p className="basis-full">{text}</p>
    {children}
  </div>
)

function FormFailure({ failure }: { failure: Failure }) {
  const t = pageTranslate()
  const { code } = failure
  if (code === "email_unconfirmed") {
    return <ConfirmEmail text="account:unconfirmed.event" isRefused />
  }
  if (code !== "sign_in_required") return <p className="error">{getFailureMessage(failure, t)}</p>
  return (
    <Notice text={t("calendar:form.signInText")}>
      {/* The login opens in a new tab, because leaving this page would lose the typed text. */}
      <a className="btn btn-ghost btn-small" href={getLoginUrl()} target="_blank" rel="noopener">
        {t("calendar:form.signIn")}
        <IslandIcon name="out" size={18} />
      </a>
    </Notice>
  )
}

interface Props {
  /** The event to edit, or null for a new one. */
  event: CalendarEvent | null
  /** The day (`2026-11-27`) with which the form of a new event starts, or null for an empty field. */
  day: string | null
  onClose: () => void
}

export function EventDialog({ event, day, onClose }: Props) {
  const t = pageTranslate()
  const titleId = useId()
  const [editing] = useState(() => createEventEditing(event, day))
  const { form, $editing, $isDirty } = editing
  const { values, failure, isSending, isWaitingForUploads, submitText } = useForm(form)
  const { status, item } = useStore($editing)
  const isDirty = useStore($isDirty)
  const [isConfirmingDiscard, setIsConfirmingDiscard] = useState(false)

  useEffect(() => onMemberLeft(onClose), [onClose])
  useEffect(() => {
    // Makes the browser ask before it leaves the page and loses typed text.
    const confirmLeaving = (unload: BeforeUnloadEvent) => $isDirty.get() && unload.preventDefault()
    addEventListener("beforeunload", confirmLeaving)
    return () => removeEventListener("beforeunload", confirmLeaving)
  }, [$isDirty])

  function closeOrConfirm() {
    if (isSending) return
    if (isDirty) setIsConfirmingDiscard(true)
    else onClose()
  }

  async function submit() {
    if (await saveEvent(editing)) onClose()
  }

  return (
    <>
      <Modal
        labelledBy={titleId}
        className="w-[min(660px,100%-32px)] scroll-pb-30"
        isDialogFocused
        onCancel={closeOrConfirm}
      >
        <h2 id={titleId}>{t(item ? "calendar:form.edit" : "calendar:form.new")}</h2>
        <Form
          className="mt-5.5 grid gap-4.5 [&_.field]:content-start [&_.input]:bg-ink [&_.error:empty]:hidden [&_textarea]:resize-y"
          failure={failure}
          onSubmit={submit}
        >
          {failure?.code !== "email_unconfirmed" && (
            <ConfirmEmail text="account:unconfirmed.event" />
          )}
          <EventFields form={form} event={item} />
          <div className="sticky -bottom-7 -mx-7 -mb-7 grid gap-3.5 border-t border-line bg-raise px-7 py-4">
            <div className="empty:hidden" role="alert">
              {status === "conflict" ? (
                <Notice text={t("calendar:form.stale.text")}>
                  <Button className="btn-ghost btn-small" onClick={editing.takeTheirs}>
                    {t("calendar:form.stale.takeTheirs")}
                  </Button>
                  <Button className="btn-ghost btn-small" onClick={submit}>
                    {t("calendar:form.stale.keepMine")}
                  </Button>
                </Notice>
              ) : (
                failure && <FormFailure failure={failure} />
              )}
            </div>
            <div className="dialog-actions m-0">
              <Button className="btn-ghost btn-small" disabled={isSending} onClick={closeOrConfirm}>
                {t("calendar:form.cancel")}
              </Button>
              <button
                className="btn btn-small"
                type="submit"
                disabled={isSending || isWaitingForUploads || values.team_id === ""}
                aria-busy={isSending || isWaitingForUploads}
              >
                {t(submitText("calendar:form.save", "calendar:form.saving"))}
              </button>
            </div>
          </div>
        </Form>
      </Modal>
      {isConfirmingDiscard && (
        <ConfirmDialog
          title={t("calendar:form.discard.title")}
          text={t("calendar:form.discard.text")}
          confirm={t("calendar:form.discard.confirm")}
          cancel={t("calendar:form.discard.cancel")}
          onConfirm={onClose}
          onCancel={() => setIsConfirmingDiscard(false)}
        />
      )}
    </>
  )
}

interface DeleteProps {
  event: CalendarEvent
  onClose: () => void
}

export function DeleteDialog({ event, onClose }: DeleteProps) {
  const t = pageTranslate()
  const [runningAction, setRunningAction] = useState<"deletion" | "cancellation" | null>(null)
  const isBusy = runningAction !== null
  const [scope, setScope] = useState<Scope>("this")
  const scopeFieldId = useId()
  useEffect(() => onMemberLeft(onClose), [onClose])

  async function confirmDeletion() {
    setRunningAction("deletion")
    await deleteEvent(event, scope)
    onClose()
    // The button that opened the dialog disappears with the event.
    focusEvents()
  }

  async function cancelEvent() {
    setRunningAction("cancellation")
    if (await saveAsCancelled(event)) onClose()
    else setRunningAction(null)
  }

  return (
    <ConfirmDialog
      title={t("calendar:delete.title")}
      text={t("calendar:delete.text", { title: localizeEvent(event, pageLocale()).title })}
      confirm={t(
        runningAction === "deletion" ? "calendar:delete.deleting" : "calendar:delete.confirm",
      )}
      cancel={t("calendar:delete.cancel")}
      isBusy={isBusy}
      onConfirm={() => void confirmDeletion()}
      onCancel={() => !isBusy && onClose()}
    >
      {event.series && (
        <ScopeField
          id={scopeFieldId}
          error={undefined}
          label={t("calendar:delete.scope")}
          value={scope}
          onChange={setScope}
          event={event}
          outcome="deleted"
        />
      )}
      <DeletionNotice
        event={event}
        scope={scope}
        isBusy={isBusy}
        onCancelEvent={() => void cancelEvent()}
      />
    </ConfirmDialog>
  )
}
