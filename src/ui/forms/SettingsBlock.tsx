import { type ReactNode, useId } from "react"

interface Props {
  title: string
  hint?: ReactNode
  children: ReactNode
}

export function SettingsBlock({ title, hint, children }: Props) {
  const id = useId()
  return (
    <section
      className="grid gap-x-12 gap-y-4 border-t border-line py-6.5 last:border-b @min-[760px]:grid-cols-[minmax(0,1fr)_minmax(0,1.7fr)]"
      aria-labelledby={id}
    >
      <div>
        <h3 id={id}>{title}</h3>
        {hint && <p className="hint mt-1 max-w-[46ch]">{hint}</p>}
      </div>
      <div className="grid min-w-0 content-start justify-items-start gap-4 [&>:is(.field,form)]:max-w-110 [&>:is(.field,form,ul)]:w-full">
        {children}
      </div>
    </section>
  )
}
