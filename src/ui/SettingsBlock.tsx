/** One matter of a settings section: what it is about on the left, what can be done on the right. */
import "./settings.css"
import { type ReactNode, useId } from "react"

interface Props {
  title: string
  hint?: ReactNode
  children: ReactNode
}

export function SettingsBlock({ title, hint, children }: Props) {
  const id = useId()
  return (
    <section className="settings-block" aria-labelledby={id}>
      <div>
        <h3 id={id}>{title}</h3>
        {hint && <p className="hint">{hint}</p>}
      </div>
      <div className="settings-body">{children}</div>
    </section>
  )
}
