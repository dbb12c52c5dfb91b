/** Keeps the focus in a list whose rows change and leave. */
import { type FocusEvent, type RefObject, useEffect, useRef } from "react"
import { focusIfLost } from "../../ui/focus-if-lost.ts"

const CONTROLS = "a, button, input, select, summary"

interface Place {
  row: Element
  /** Where the row is in the list, and the control in the row. */
  index: number
  control: number
}

const controlsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>(CONTROLS)]

function asFocusable(row: Element | undefined): HTMLElement | null {
  if (!(row instanceof HTMLElement)) return null
  row.tabIndex = -1
  return row
}

/** What takes the place of something that had the focus and is gone. */
function successor({ row, index, control }: Place, list: Element | null): HTMLElement | null {
  if (row.isConnected) return controlsOf(row)[control] ?? asFocusable(row)
  const rows = list?.children ?? []
  return asFocusable(rows[Math.min(index, rows.length - 1)])
}

/**
 * The handlers of a list: once a row is gone that had the focus, the next one gets it, or the screen's
 * heading when there is none. A control that is gone leaves it to the one in its place.
 */
export function useKeptFocus(list: RefObject<HTMLElement | null>) {
  const place = useRef<Place | null>(null)

  // Each time the list is drawn, something may have gone from it.
  useEffect(() => {
    focusIfLost(() => {
      if (!place.current) return null
      return successor(place.current, list.current) ?? document.getElementById("screen-title")
    })
  })

  return {
    onFocus({ target, currentTarget }: FocusEvent<HTMLElement>) {
      const index = [...currentTarget.children].findIndex((row) => row.contains(target))
      const row = currentTarget.children[index]
      // A dialog out of a row is elsewhere on the page.
      if (row) place.current = { row, index, control: controlsOf(row).indexOf(target) }
    },
    onBlur({ relatedTarget }: FocusEvent<HTMLElement>) {
      if (relatedTarget && !relatedTarget.closest("dialog")) place.current = null
    },
  }
}
