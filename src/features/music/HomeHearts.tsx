import { useStore } from "@nanostores/react"
import { useEffect, useState } from "react"
import { createPortal } from "react-dom"
import type { Locale } from "../../i18n/locales.ts"
import { tFor } from "../../i18n/t-for.ts"
import { IslandIcon } from "../../ui/island-icons.tsx"
import { getItem } from "./card.ts"
import { HEART_CLASSES } from "./ItemButtons.tsx"
import { $isLiked, $likes, toggleLike } from "./likes.ts"

/** Adds a heart to each row of the home page's charts. Loaded only for members, when they scroll. */
export function HomeHearts({ locale }: { locale: Locale }) {
  const t = tFor(locale)
  const { data } = useStore($likes)
  const isLiked = useStore($isLiked)
  const [rows, setRows] = useState<HTMLElement[]>([])
  useEffect(() => setRows([...document.querySelectorAll<HTMLElement>("li[data-item]")]), [])
  // Renders nothing until the likes are loaded, because all hearts would look empty.
  if (!data) return null
  return rows.map((row) => {
    const item = getItem(row)
    const isPressed = isLiked(item) === true
    const heart = (
      <button
        className={`${HEART_CLASSES} relative z-1 flex-none`}
        type="button"
        aria-pressed={isPressed}
        aria-label={t("music:like", { name: item.name })}
        onClick={() => toggleLike(item)}
      >
        <IslandIcon name="heart" size={22} />
      </button>
    )
    return createPortal(heart, row, row.dataset["item"])
  })
}
