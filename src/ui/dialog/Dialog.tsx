import { type ComponentProps, type ReactNode, useId } from "react"
import { Modal } from "./Modal.tsx"

interface Props extends Omit<ComponentProps<typeof Modal>, "labelledBy"> {
  title: string
  lang?: string | undefined
  /** Label of the button that closes the dialog. */
  cancel: string
  actions?: ReactNode
  actionsClass?: string
}

export function Dialog({ title, lang, cancel, actions, actionsClass, children, ...modal }: Props) {
  const id = useId()
  return (
    <Modal labelledBy={id} {...modal}>
      <h2 id={id} lang={lang}>
        {title}
      </h2>
      {children}
      <div className={actionsClass ?? "dialog-actions"}>
        <button className="btn btn-ghost btn-small" type="button" onClick={modal.onCancel}>
          {cancel}
        </button>
        {actions}
      </div>
    </Modal>
  )
}
