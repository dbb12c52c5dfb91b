import { useStore } from "@nanostores/react"
import { useLayoutEffect } from "react"
import { createPortal } from "react-dom"
import type { Translate } from "../../i18n/keys.ts"
import { IslandIcon } from "../../ui/island-icons.tsx"
import { getItem } from "./card.ts"
import { FavoriteButton } from "./FavoriteButton.tsx"
import { $favoriteId, toggleFavorite } from "./likes.ts"
import { getCardId } from "./paths.ts"

/** Focuses a button that has replaced the pressed button. */
function takeLostFocus(button: HTMLElement | null): void {
  if (document.activeElement === document.body) button?.focus()
}

/**
 * A button that makes the row's song the favorite. It replaces the line below the name, so that the row keeps its
 * height.
 */
function FavoriteOffer({ t, row }: { t: Translate; row: HTMLElement }) {
  const item = getItem(row)
  const details = row.querySelector("p")
  useLayoutEffect(() => {
    if (!details) return
    details.hidden = true
    return () => {
      details.hidden = false
    }
  }, [details])
  if (!details?.parentElement) return null
  return createPortal(
    <button
      ref={takeLostFocus}
      className="relative z-1 flex items-center gap-1.5 text-sm leading-normal font-medium text-text underline-offset-4 after:absolute after:-inset-x-2 after:-inset-y-2.5 hover:underline"
      type="button"
      aria-label={`${t("music:ownMusic.choose")}: ${item.name}`}
      onClick={() => toggleFavorite(item)}
    >
      <IslandIcon name="star" size={16} />
      {t("music:ownMusic.choose")}
    </button>,
    details.parentElement,
  )
}

interface Props {
  t: Translate
  /** The row of the song that the member liked last, or whose star the member removed. */
  offeredRow: HTMLElement | null
  onRemoved: (row: HTMLElement) => void
}

/** Adds a star to the rows of the favorite song, and offers to make the song of a row the favorite. */
export function FavoriteMarks({ t, offeredRow, onRemoved }: Props) {
  const favoriteId = useStore($favoriteId)
  const favoriteRows = favoriteId
    ? document.querySelectorAll<HTMLElement>(`[data-item="${getCardId("song", favoriteId)}"]`)
    : []
  return (
    <>
      {Array.from(favoriteRows, (row, i) => {
        const item = getItem(row)
        return createPortal(
          <FavoriteButton
            ref={row === offeredRow ? takeLostFocus : null}
            className="-mr-3 max-md:mb-4"
            t={t}
            name={item.name}
            isFavorite
            onClick={() => {
              onRemoved(row)
              toggleFavorite(item)
            }}
          />,
          row,
          `${favoriteId} ${i}`,
        )
      })}
      {offeredRow && getItem(offeredRow).id !== favoriteId && (
        <FavoriteOffer t={t} row={offeredRow} />
      )}
    </>
  )
}
