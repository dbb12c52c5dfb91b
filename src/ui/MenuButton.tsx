import { type KeyboardEvent, type ReactNode, useId, useRef } from "react"
import { IslandIcon, type IslandIconName } from "./island-icons.tsx"

export interface MenuItem {
  label: string
  hint?: string
  onChoose: () => void
}

interface Props {
  label: string
  icon?: IslandIconName
  /** Replaces the button's icon and visible label. */
  content?: ReactNode
  className?: string
  isDisabled?: boolean
  isBusy?: boolean
  items: readonly MenuItem[]
}

/** If fewer pixels than this are free below the button, the menu opens above the button. */
const MIN_SPACE_BELOW = 240

const ARROW_KEY_STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

export function MenuButton({
  label,
  icon,
  className = "",
  isDisabled,
  isBusy,
  items,
  content,
}: Props) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const findItems = (): Element[] =>
    Array.from(menu.current?.querySelectorAll("[role=menuitem]") ?? [])
  const focus = (element: Element | undefined) => element instanceof HTMLElement && element.focus()

  function positionMenu() {
    const box = button.current?.getBoundingClientRect()
    if (!box || !menu.current) return
    const isInLeftHalf = box.left + box.right < innerWidth
    const fitsBelow = innerHeight - box.bottom > MIN_SPACE_BELOW
    // The order is top, right, bottom, left.
    menu.current.style.inset = [
      fitsBelow ? `${box.bottom + 8}px` : "auto",
      isInLeftHalf ? "auto" : `${Math.max(innerWidth - box.right, 8)}px`,
      fitsBelow ? "auto" : `${innerHeight - box.top + 8}px`,
      isInLeftHalf ? `${Math.max(box.left, 8)}px` : "auto",
    ].join(" ")
  }

  function moveFocus(event: KeyboardEvent) {
    const elements = findItems()
    const focusedIndex = document.activeElement ? elements.indexOf(document.activeElement) : -1
    const step = ARROW_KEY_STEPS[event.key]
    let itemToFocus: Element | undefined
    if (step) itemToFocus = elements[(focusedIndex + step + elements.length) % elements.length]
    else if (event.key === "Home") itemToFocus = elements[0]
    else if (event.key === "End") itemToFocus = elements.at(-1)
    else if (event.key === "Tab") menu.current?.hidePopover()
    if (!itemToFocus) return
    event.preventDefault()
    focus(itemToFocus)
  }

  return (
    <>
      <button
        ref={button}
        className={`${content ? "" : "btn btn-small"} ${className}`}
        aria-label={content ? label : undefined}
        title={content ? label : undefined}
        type="button"
        disabled={isDisabled}
        aria-busy={isBusy}
        aria-haspopup="menu"
        popoverTarget={id}
      >
        {content ?? (
          <>
            {icon && <IslandIcon name={icon} size={18} />}
            {label}
            <IslandIcon name="down" size={16} />
          </>
        )}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className="inset-auto m-0 w-max max-w-[min(340px,100vw-16px)] rounded-small border border-line bg-raise p-1.5 text-text [box-shadow:0_8px_30px_var(--shade)]"
        onBeforeToggle={({ newState }) => newState === "open" && positionMenu()}
        onToggle={({ newState }) => newState === "open" && focus(findItems()[0])}
        onKeyDown={moveFocus}
      >
        {items.map(({ label: text, hint, onChoose }) => (
          <button
            key={text}
            className="block min-h-11 w-full rounded-small px-3.5 py-2 text-start text-md hover:bg-glow-wash focus-visible:-outline-offset-3"
            type="button"
            role="menuitem"
            tabIndex={-1}
            onClick={() => {
              menu.current?.hidePopover()
              onChoose()
            }}
          >
            {text}
            {hint && <span className="block text-sm text-soft">{hint}</span>}
          </button>
        ))}
      </div>
    </>
  )
}
