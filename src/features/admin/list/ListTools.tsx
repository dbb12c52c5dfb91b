import { useStore } from "@nanostores/react"
import { useEffect, useId, useRef, useState } from "react"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { Button } from "../../../ui/Button.tsx"
import { Icon } from "../../../ui/icons.tsx"
import type { ListScreen } from "../screen.ts"
import { isNarrowed, SORTS } from "./query.ts"
import type { Row } from "./resource.ts"
import type { ListViews } from "./views.ts"

export const TOOLS_CLASSES = "group/tools mb-4 flex flex-wrap gap-2.5"
export const TOOL_INPUT_CLASSES = "input min-h-11 py-2 text-md text-ellipsis"

interface ChoiceProps {
  label: string
  value: string
  options: { value: string; label: string }[]
  onChange: (value: string) => void
}

export function ToolChoice({ label, value, options, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <div className="min-w-0 flex-[1_1_180px] max-md:basis-auto max-md:group-has-[[type=date]]/tools:basis-full">
      <label className="sr-only" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={`${TOOL_INPUT_CLASSES} max-md:field-sizing-content`}
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

export function FilterChip({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <Button className="btn-ghost btn-small max-w-full text-start" onClick={onRemove}>
      <span>{label}</span>
      <Icon name="close" size={18} />
      <span className="sr-only">{pageTranslate()("admin:audit.only.remove")}</span>
    </Button>
  )
}

/** Announces the number of found rows to screen readers. Empty if neither a search nor a filter is set. */
export function ResultCount<Listed extends Row>({ screen }: { screen: ListScreen<Listed> }) {
  const t = pageTranslate()
  const state = useStore(screen.list.$list)
  if (state.status !== "ready" || state.isOutdated || !isNarrowed(state.query)) {
    return <p className="sr-only" role="status" />
  }
  const count = state.rows.length
  return (
    <p className="sr-only" role="status">
      {t(state.next ? "admin:list.foundMore" : "admin:list.found", { count })}
    </p>
  )
}

const SEARCH_DEBOUNCE_MS = 220

interface SearchProps {
  label: string
  value: string
  onChange: (value: string) => void
}

function SearchBox({ label, value, onChange }: SearchProps) {
  const [typedText, setTypedText] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const lastSearch = useRef(value)

  useEffect(() => {
    // Shows a changed search from the URL. A trailing space in the typed text stays, although the query is trimmed.
    if (value !== lastSearch.current.trim()) setTypedText(value)
    lastSearch.current = value
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  function search(text: string) {
    clearTimeout(timer.current)
    lastSearch.current = text
    onChange(text)
  }

  return (
    <form
      className="relative flex-[6_1_300px] [&>svg]:pointer-events-none [&>svg]:absolute [&>svg]:top-3 [&>svg]:left-3.5 [&>svg]:text-soft"
      onSubmit={(event) => {
        event.preventDefault()
        search(typedText)
      }}
    >
      <Icon name="search" />
      <input
        id="list-search"
        className={`${TOOL_INPUT_CLASSES} pl-10.5`}
        type="search"
        aria-label={label}
        placeholder={label}
        value={typedText}
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
        onChange={({ target }) => {
          setTypedText(target.value)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => search(target.value), SEARCH_DEBOUNCE_MS)
        }}
      />
    </form>
  )
}

interface Props<Listed extends Row> {
  screen: ListScreen<Listed>
  views: ListViews<Listed>
}

export function ListTools<Listed extends Row>({ screen, views }: Props<Listed>) {
  const t = pageTranslate()
  const { list, resource } = screen
  const query = useStore(list.$query)
  const { filter, sort } = resource.params
  const sorts = SORTS.filter((candidate) => Array.isArray(sort) && sort.includes(candidate))
  const filters = Array.isArray(filter) ? filter : []
  const { searchLabel } = views
  return (
    <search className={TOOLS_CLASSES}>
      {searchLabel && (
        <SearchBox
          label={t(searchLabel)}
          value={query["search"] ?? ""}
          onChange={(search) => list.setQuery({ search })}
        />
      )}
      {filters.length > 1 && (
        <ToolChoice
          label={t("admin:list.filter")}
          value={query["filter"] ?? ""}
          options={filters.map((value) => {
            const key = views.filters?.[value]
            return { value, label: key ? t(key) : t("admin:list.all") }
          })}
          onChange={(filter) => list.setQuery({ filter })}
        />
      )}
      {sorts.length > 1 && (
        <ToolChoice
          label={t("admin:list.sort")}
          value={query["sort"] || (Array.isArray(sort) ? (sort[0] ?? "") : "")}
          options={sorts.map((value) => ({ value, label: t(`admin:list.sorts.${value}`) }))}
          onChange={(sort) => list.setQuery({ sort })}
        />
      )}
      <ResultCount screen={screen} />
    </search>
  )
}
