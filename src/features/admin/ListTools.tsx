/** Search, filter and order of a list. */
import { useStore } from "@nanostores/react"
import { useId } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { changedAsk, isNarrowed } from "./ask.ts"
import type { ListScreen } from "./list-screen.ts"
import { type Row, SORTS } from "./resource.ts"
import { SearchBox } from "./SearchBox.tsx"
import type { ListViews } from "./views.ts"

interface ChoiceProps {
  label: string
  value: string
  options: { value: string; label: string }[]
  onChange: (value: string) => void
}

/** A choice that narrows or orders the list at once. */
export function ToolChoice({ label, value, options, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <div className="tool">
      <label className="sr-only" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="input"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}

/** How many were found, for those who do not see it. */
export function Found<Listed extends Row>({ screen }: { screen: ListScreen<Listed> }) {
  const t = pageTranslate()
  const state = useStore(screen.list.$list)
  if (state.status !== "ready" || state.isOutdated || !isNarrowed(state.ask)) {
    return <p className="sr-only" role="status" />
  }
  const count = state.rows.length
  return (
    <p className="sr-only" role="status">
      {t(state.next ? "admin:list.foundMore" : "admin:list.found", { count })}
    </p>
  )
}

interface Props<Listed extends Row> {
  screen: ListScreen<Listed>
  views: ListViews<Listed>
}

export function ListTools<Listed extends Row>({ screen, views }: Props<Listed>) {
  const t = pageTranslate()
  const { list, resource } = screen
  const ask = useStore(list.$ask)
  const change = (name: string, value: string) =>
    void list.ask(changedAsk(list.$ask.get(), { [name]: value }, resource.params))
  const { filter, sort } = resource.params
  const sorts = SORTS.filter((known) => Array.isArray(sort) && sort.includes(known))
  const filters = Array.isArray(filter) ? filter : []
  const { search } = views.texts
  return (
    <search className="tools-bar">
      {search && (
        <SearchBox
          label={t(search)}
          value={ask["search"] ?? ""}
          onChange={(value) => change("search", value)}
        />
      )}
      {filters.length > 1 && (
        <ToolChoice
          label={t("admin:list.filter")}
          value={ask["filter"] ?? ""}
          options={filters.map((value) => {
            const key = views.filters?.[value]
            return { value, label: key ? t(key) : t("admin:list.all") }
          })}
          onChange={(value) => change("filter", value)}
        />
      )}
      {sorts.length > 1 && (
        <ToolChoice
          label={t("admin:list.sort")}
          value={ask["sort"] || (Array.isArray(sort) ? (sort[0] ?? "") : "")}
          options={sorts.map((value) => ({ value, label: t(`admin:list.sorts.${value}`) }))}
          onChange={(value) => change("sort", value)}
        />
      )}
      <Found screen={screen} />
    </search>
  )
}
