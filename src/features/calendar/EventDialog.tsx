/** The form for a new event, or for one that is changed. */
import { useEffect, useId, useState } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx"
import { Form } from "../../ui/Form.tsx"
import { Modal } from "../../ui/Modal.tsx"
import { useForm } from "../../ui/use-form.ts"
import { EventFields } from "./EventFields.tsx"
import type { Editing } from "./editing.ts"
import { editing } from "./editor.ts"
import { FormFailure } from "./FormFailure.tsx"
import { StaleNotice } from "./StaleNotice.tsx"

interface Props {
  state: Extract<Editing, { status: "open" }>
}

const { form } = editing

/** Asks before what is typed goes with the page. */
function keepTyped(event: BeforeUnloadEvent): void {
  if (editing.isDirty()) event.preventDefault()
}

export function EventDialog({ state: { event, theirs } }: Props) {
  const t = pageTranslate()
  const titleId = useId()
  const { values, failure, isSending } = useForm(form)
  const [isAsking, setIsAsking] = useState(false)

  useEffect(() => {
    addEventListener("beforeunload", keepTyped)
    return () => removeEventListener("beforeunload", keepTyped)
  }, [])

  function leave() {
    if (isSending) return
    if (editing.isDirty()) setIsAsking(true)
    else editing.close()
  }

  return (
    <>
      <Modal labelledBy={titleId} className="event-dialog" isFocused onCancel={leave}>
        <h2 id={titleId}>{t(event ? "calendar:form.edit" : "calendar:form.new")}</h2>
        <Form className="event-form" failure={failure} onSubmit={editing.save}>
          <EventFields form={form} event={event} />
          <div className="event-bar">
            <div role="alert">
              {theirs ? <StaleNotice /> : failure && <FormFailure failure={failure} />}
            </div>
            <div className="dialog-actions">
              <button className="btn btn-ghost" type="button" disabled={isSending} onClick={leave}>
                {t("calendar:form.cancel")}
              </button>
              <button
                className="btn"
                type="submit"
                disabled={isSending || values.team_id === ""}
                aria-busy={isSending}
              >
                {t(isSending ? "calendar:form.saving" : "calendar:form.save")}
              </button>
            </div>
          </div>
        </Form>
      </Modal>
      {isAsking && (
        <ConfirmDialog
          title={t("calendar:form.discard.title")}
          text={t("calendar:form.discard.text")}
          confirm={t("calendar:form.discard.confirm")}
          cancel={t("calendar:form.discard.cancel")}
          onConfirm={editing.close}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
