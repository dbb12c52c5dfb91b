import { type ComponentProps, type ReactNode, useId } from "react"
import { Modal } from "./Modal.tsx"

interface Props extends Omit<ComponentProps<typeof Modal>, "labelledBy"> {
  title: string
  /** The language of the title, where it is not the page's; empty where nobody knows it. */
  lang?: string | undefined
  /** On the button that closes it. */
  cancel: string
  /** What else can be done, behind that button. */
  actions?: ReactNode
  actionsClass?: string
}

/** A dialog with its title, what it says, and the buttons that end it. Texts come translated. */
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
