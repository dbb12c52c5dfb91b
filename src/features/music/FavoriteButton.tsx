import type { Translate } from "../../i18n/keys.ts"
import { IslandIcon } from "../../ui/island-icons.tsx"
import type { MusicItem } from "./items.ts"

interface Props {
  t: Translate
  item: Pick<MusicItem, "name">
}

/** A star that makes the song the member's favorite. It is smaller than the heart, which members press more often. */
export const FavoriteButton = ({ t, item }: Props) => (
  <button
    className="icon-btn needs-script relative z-1 -mr-3 flex-none max-md:mb-1.5 aria-pressed:text-lt-text aria-pressed:*:fill-current signed-out:hidden"
    type="button"
    aria-pressed="false"
    aria-label={t("music:favorite", { name: item.name })}
    data-favorite=""
  >
    <IslandIcon name="star" size={18} />
  </button>
)
