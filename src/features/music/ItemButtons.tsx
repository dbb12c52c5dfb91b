/** The heart button of a song or album. A parent element must have the attributes of {@link getItemAttributes}. */
import type { Translate } from "../../i18n/keys.ts"
import { IslandIcon } from "../../ui/island-icons.tsx"
import type { MusicItem } from "./items.ts"
import { getCardId } from "./paths.ts"

export const HEART_CLASSES = "icon-btn aria-pressed:text-heart aria-pressed:*:fill-current"

interface Props {
  t: Translate
  item: Pick<MusicItem, "name">
}

/** Attributes of the element of a song or album. To keep pages small, scripts read the name from the element's text. */
export const getItemAttributes = ({ type, id }: Pick<MusicItem, "type" | "id">) => ({
  "data-item": getCardId(type, id),
})

/**
 * Attributes of the element around all songs and albums. The shown numbers include all likes until `likesUntil` (ISO).
 */
export const getMusicAttributes = (t: Translate, likesUntil: string) => ({
  "data-music": "",
  "data-likes-until": likesUntil,
  "data-login-title": t("music:toasts.signIn.title"),
  "data-login-text": t("music:toasts.signIn.like"),
  "data-login-link": t("music:toasts.signIn.link"),
})

interface LikeButtonProps extends Props {
  likes: number
  /** Text with the number of likes for screen readers. By default, for example "12 likes". */
  countText?: string
  /** Whether wide screens show the number below the heart, as phones always do to leave room for the name. */
  isStacked?: boolean
}

/** A heart and the number of likes. MemberLikes.tsx adds the viewer's own like to the number. */
export const LikeButton = ({ t, item, likes, countText, isStacked = false }: LikeButtonProps) => (
  <span
    className={`order-1 flex flex-none items-center ${isStacked ? "-mr-3 flex-col" : "max-md:-mt-2.5 max-md:-mr-3 max-md:flex-col"}`}
  >
    <button
      className={`${HEART_CLASSES} needs-script relative z-1 flex-none`}
      type="button"
      aria-pressed="false"
      aria-label={t("music:like", { name: item.name })}
      data-needs-login=""
      data-like=""
    >
      <IslandIcon name="heart" size={22} />
    </button>
    <span
      className={`pointer-events-none relative z-1 text-sm leading-none text-soft tabular-nums ${isStacked ? "-mt-2" : "max-md:-mt-2 md:-ml-1 md:w-7"} ${likes === 0 ? "invisible" : ""}`}
      data-likes={likes}
    >
      <span aria-hidden="true">{likes}</span>
      <span className="sr-only">{countText ?? t("music:likes.count", { count: likes })}</span>
    </span>
  </span>
)
