import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useId, useState } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { Icon, type IconName } from "../icons.tsx"
import type { SiteSuggestions, Suggestion, SuggestionScope } from "./own-site.ts"

const DEBOUNCE_MS = 120

const ICONS: Record<Suggestion["kind"], IconName> = {
  news: "news",
  event: "calendar",
  team: "people",
  page: "post",
}

interface Options {
  siteSuggestions: SiteSuggestions
  scope: SuggestionScope
  query: string | null
  onChoose: (item: Suggestion) => void
}

export function useSuggestions({ siteSuggestions, scope, query, onChoose }: Options) {
  const t = pageTranslate()
  const id = useId()
  const [result, setResult] = useState<{ items: Suggestion[]; hasFailed: boolean } | null>(null)
  const [active, setActive] = useState(0)

  useEffect(() => {
    if (query === null) return setResult(null)
    let isCurrent = true
    const show = (items: Suggestion[], hasFailed: boolean) => {
      if (!isCurrent) return
      setResult({ items, hasFailed })
      setActive(0)
    }
    const pause = setTimeout(() => {
      siteSuggestions.suggest(query, scope).then(
        (items) => show(items, false),
        () => show([], true),
      )
    }, DEBOUNCE_MS)
    return () => {
      isCurrent = false
      clearTimeout(pause)
    }
  }, [siteSuggestions, scope, query])

  const items = result?.items ?? []
  const isOpen = query !== null && items.length > 0
  const status =
    result === null || query === null
      ? ""
      : result.hasFailed
        ? t("common:richText.suggestions.failed")
        : items.length > 0
          ? t("common:richText.suggestions.found", { count: items.length })
          : t("common:richText.suggestions.none")

  function onKey(event: KeyboardEvent | ReactKeyboardEvent): boolean {
    const item = items[active]
    if (!isOpen || !item || ("isComposing" in event && event.isComposing)) return false
    const last = items.length - 1
    if (event.key === "ArrowDown") setActive(active === last ? 0 : active + 1)
    else if (event.key === "ArrowUp") setActive(active === 0 ? last : active - 1)
    else if (event.key === "Enter") onChoose(item)
    else return false
    return true
  }

  return { id, items, active, isOpen, status, choose: onChoose, setActive, onKey }
}

type Suggestions = ReturnType<typeof useSuggestions>

export const getOptionId = ({ id, active }: Suggestions) => `${id}-${active}`

export const getComboboxProps = (suggestions: Suggestions) =>
  ({
    role: "combobox",
    autoComplete: "off",
    "aria-autocomplete": "list",
    "aria-expanded": suggestions.isOpen,
    "aria-controls": suggestions.id,
    "aria-activedescendant": suggestions.isOpen ? getOptionId(suggestions) : undefined,
  }) as const

export function SuggestionList({ suggestions }: { suggestions: Suggestions }) {
  const t = pageTranslate()
  const { id, items, active, choose, setActive } = suggestions
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: "nearest" })
  }, [id, active])
  return (
    <div
      id={id}
      className="rich-suggestions"
      role="listbox"
      aria-label={t("common:richText.suggestions.label")}
    >
      {items.map((item, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the text field keeps focus while suggestions are open
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keyboard
        <div
          key={item.path}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          // Keeps the focus in the field.
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => setActive(index)}
          onClick={() => choose(item)}
        >
          <Icon name={ICONS[item.kind]} size={20} />
          <span>
            <b>{item.title}</b>
            <small>
              {[t(`common:richText.suggestions.kinds.${item.kind}`), item.detail]
                .filter(Boolean)
                .join(" · ")}
            </small>
          </span>
        </div>
      ))}
    </div>
  )
}
