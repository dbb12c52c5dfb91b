import type { ReactNode } from "react"
import type { MessageKey } from "../../i18n/keys.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"

interface PanelProps {
  id: string
  title: MessageKey
  action: ReactNode
  children: ReactNode
}

/** Renders a section of the dashboard. Its title can get the focus when a pressed button disappears. */
export function Panel({ id, title, action, children }: PanelProps) {
  return (
    <section className="mt-9.5" aria-labelledby={id}>
      <header className="mb-2.5 flex min-h-10 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id={id} className="text-lg" tabIndex={-1}>
          {pageTranslate()(title)}
        </h2>
        {action}
      </header>
      {children}
    </section>
  )
}

interface MetricsProps {
  className: string
  metrics: { label: MessageKey; isBad?: boolean; value: ReactNode }[]
}

export function Metrics({ className, metrics }: MetricsProps) {
  const t = pageTranslate()
  return (
    <dl className={`grid gap-x-6 gap-y-3.5 border-y border-line py-3.5 ${className}`}>
      {metrics.map(({ label, isBad, value }) => (
        <div key={label}>
          <dt className="text-sm text-soft">{t(label)}</dt>
          <dd className={`font-semibold tabular-nums ${isBad ? "text-danger" : ""}`}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
