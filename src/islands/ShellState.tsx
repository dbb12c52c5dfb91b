/** Shows the states of a shell, which is a page that gets its item from the API (use-item.ts). */
import type { Locale } from "../i18n/locales.ts"
import { tFor } from "../i18n/t-for.ts"
import type { ItemState } from "./use-item.ts"

interface Texts {
  title: string
  text: string
}

interface Link {
  href: string
  label: string
}

export const ShellLoading = ({ label }: { label: string }) => (
  <div className="needs-script">
    <h1 className="sr-only">{label}</h1>
    <div className="mx-auto mt-20 grid w-[min(var(--column),100%-2*var(--gutter))] gap-4">
      <span className="skeleton w-2/5" />
      <span className="skeleton min-h-28" />
      <span className="skeleton min-h-80 rounded-[24px]" />
    </div>
  </div>
)

export const ShellNotFound = ({ title, text, back }: Texts & { back: Link }) => (
  <section className="wrap page-head">
    <h1>{title}</h1>
    <p>{text}</p>
    <p className="actions">
      <a className="btn" href={back.href}>
        {back.label}
      </a>
    </p>
  </section>
)

interface Props {
  locale: Locale
  state: Exclude<ItemState<unknown>, { status: "found" }>
  loading: string
  notFound: Texts
  failed: Texts
  back: Link
}

export function ShellState({ locale, state, loading, notFound, failed, back }: Props) {
  if (state.status === "loading") return <ShellLoading label={loading} />
  if (state.status === "not-found") return <ShellNotFound {...notFound} back={back} />
  return (
    <section className="wrap page-head" role="alert">
      <h1>{failed.title}</h1>
      <p>{failed.text}</p>
      <p className="actions">
        <button className="btn" type="button" onClick={state.retry}>
          {tFor(locale)("common:tryAgain")}
        </button>
      </p>
    </section>
  )
}
