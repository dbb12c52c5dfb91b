/** A form in a dialog, with the buttons that end it. */
import { type ReactNode, useId } from "react"
import type { Failure } from "../../shared/call.ts"
import { Form } from "../forms/Form.tsx"
import { WaitingButton } from "../forms/WaitingButton.tsx"
import { Modal } from "./Modal.tsx"

/** The fields of a form below each other; what they leave empty takes no room. */
export const FIELDS = "grid gap-5 [&_:is(.hint,.error):empty]:hidden"

interface Props {
  title: string
  /** What stands between the title and the form. */
  lead?: ReactNode
  /** Its width. */
  className: string
  isFocused?: boolean
  cancel: string
  submit: string
  isSending: boolean
  failure: Failure | null
  /** Why it could not be sent. */
  notice?: ReactNode
  onSubmit: () => Promise<unknown>
  onCancel: () => void
  children: ReactNode
}

/** Texts come translated. */
export function FormDialog({ title, lead, className, isFocused, cancel, submit, ...form }: Props) {
  const { isSending, failure, notice, onSubmit, onCancel, children } = form
  const titleId = useId()
  return (
    <Modal
      labelledBy={titleId}
      className={`scroll-pb-24 ${className}`}
      isFocused={isFocused}
      onCancel={onCancel}
    >
      <h2 id={titleId}>{title}</h2>
      {lead}
      <Form className={`mt-5.5 ${FIELDS}`} failure={failure} onSubmit={onSubmit}>
        {children}
        {/* Always in sight, however long the form is, and so is what went wrong. */}
        <div className="sticky -bottom-7 -mx-7 mt-1 -mb-7 grid gap-3.5 border-t border-line bg-raise px-7 py-4">
          {notice}
          <div className="dialog-actions m-0">
            <button className="btn btn-ghost btn-small" type="button" onClick={onCancel}>
              {cancel}
            </button>
            <WaitingButton className="btn-small" type="submit" isBusy={isSending}>
              {submit}
            </WaitingButton>
          </div>
        </div>
      </Form>
    </Modal>
  )
}
