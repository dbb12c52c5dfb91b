import type { ComponentProps } from "react"
import type { Translate } from "../../i18n/keys.ts"
import { IslandIcon } from "../../ui/island-icons.tsx"

interface Props extends Pick<ComponentProps<"button">, "ref" | "onClick"> {
  t: Translate
  /** Name of the song. */
  name: string
  isFavorite: boolean
  className?: string
}

/** A star that makes a song the member's favorite, or removes the favorite. */
export const FavoriteButton = ({ t, name, isFavorite, className = "", ...button }: Props) => (
  <button
    className={`icon-btn relative z-1 flex-none aria-pressed:text-lt-text aria-pressed:*:fill-current ${className}`}
    type="button"
    aria-pressed={isFavorite}
    aria-label={t("music:favorite", { name })}
    {...button}
  >
    <IslandIcon name="star" />
  </button>
)
