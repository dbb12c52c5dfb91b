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

/** Suggests pages for `query`. The list of suggestions is closed while `query` is null. */
export function useSuggestions({ siteSuggestions, scope, query, onChoose }: Options) {
  const t = pageTranslate()
  const id = useId()
  const [result, setResult] = useState<{ items: Suggestion[]; hasFailed: boolean } | null>(null)
  const [activeIndex, setActiveIndex] = useState(0)

  useEffect(() => {
    if (query === null) return setResult(null)
    let isCurrent = true
    const show = (newResult: { items: Suggestion[]; hasFailed: boolean }) => {
      if (!isCurrent) return
      setResult(newResult)
      setActiveIndex(0)
    }
    const debounceTimer = setTimeout(() => {
      siteSuggestions.suggest(query, scope).then(
        (items) => show({ items, hasFailed: false }),
        () => show({ items: [], hasFailed: true }),
      )
    }, DEBOUNCE_MS)
    return () => {
      isCurrent = false
      clearTimeout(debounceTimer)
    }
  }, [siteSuggestions, scope, query])

  const items = result?.items ?? []
  const isOpen = query !== null && items.length > 0
  function getStatus(): string {
    if (result === null || query === null) return ""
    if (result.hasFailed) return t("common:richText.suggestions.failed")
    return items.length > 0
      ? t("common:richText.suggestions.found", { count: items.length })
      : t("common:richText.suggestions.none")
  }

  /** Returns whether the key was handled. */
  function onKey(event: KeyboardEvent | ReactKeyboardEvent): boolean {
    const item = items[activeIndex]
    if (!isOpen || !item || ("isComposing" in event && event.isComposing)) return false
    const last = items.length - 1
    if (event.key === "ArrowDown") setActiveIndex(activeIndex === last ? 0 : activeIndex + 1)
    else if (event.key === "ArrowUp") setActiveIndex(activeIndex === 0 ? last : activeIndex - 1)
    else if (event.key === "Enter") onChoose(item)
    else return false
    return true
  }

  return {
    id,
    items,
    activeIndex,
    isOpen,
    status: getStatus(),
    choose: onChoose,
    setActiveIndex,
    onKey,
  }
}

type Suggestions = ReturnType<typeof useSuggestions>

export const getOptionId = ({ id, activeIndex }: Suggestions) => `${id}-${activeIndex}`

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
  const { id, items, activeIndex, choose, setActiveIndex } = suggestions
  useEffect(() => {
    document.getElementById(`${id}-${activeIndex}`)?.scrollIntoView({ block: "nearest" })
  }, [id, activeIndex])
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
          aria-selected={index === activeIndex}
          // Keeps the focus in the field.
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => setActiveIndex(index)}
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
