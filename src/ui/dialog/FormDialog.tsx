import { type ReactNode, useId } from "react"
import type { Failure } from "../../shared/call.ts"
import { Button } from "../Button.tsx"
import { Form } from "../forms/Form.tsx"
import { Modal } from "./Modal.tsx"

/** CSS classes of a dialog's fields. They hide empty hints and errors, so that these take no space. */
export const FIELDS_CLASSES = "grid gap-5 [&_:is(.hint,.error):empty]:hidden"

interface Props {
  title: string
  lead?: ReactNode
  className: string
  isDialogFocused?: boolean
  /** `cancel` and `submit` are the labels of the buttons. */
  cancel: string
  submit: string
  isSending: boolean
  failure: Failure | null
  notice?: ReactNode
  onSubmit: () => Promise<unknown>
  onCancel: () => void
  children: ReactNode
}

export function FormDialog({
  title,
  lead,
  className,
  isDialogFocused,
  cancel,
  submit,
  ...form
}: Props) {
  const { isSending, failure, notice, onSubmit, onCancel, children } = form
  const titleId = useId()
  return (
    <Modal
      labelledBy={titleId}
      className={`scroll-pb-24 ${className}`}
      isDialogFocused={isDialogFocused}
      onCancel={onCancel}
    >
      <h2 id={titleId}>{title}</h2>
      {lead}
      <Form className={`mt-5.5 ${FIELDS_CLASSES}`} failure={failure} onSubmit={onSubmit}>
        {children}
        <div className="sticky -bottom-7 -mx-7 mt-1 -mb-7 grid gap-3.5 border-t border-line bg-raise px-7 py-4">
          {notice}
          <div className="dialog-actions m-0">
            <button className="btn btn-ghost btn-small" type="button" onClick={onCancel}>
              {cancel}
            </button>
            <Button className="btn-small" type="submit" isBusy={isSending}>
              {submit}
            </Button>
          </div>
        </div>
      </Form>
    </Modal>
  )
}
