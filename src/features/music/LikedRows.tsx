import { useStore } from "@nanostores/react"
import { useId } from "react"
import { artSleeve } from "../../art/pictures.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { Icon } from "../../ui/Icon.tsx"
import type { Liked } from "../members/profile.ts"
import { likeKey, likes, toggleLike } from "./member-music.ts"

/** A row whose heart is taken back stays in its place: a list that jumps is pressed in the wrong row. */
function Row({ liked }: { liked: Liked }) {
  const t = pageTranslate()
  const { item_type, item_id, item_name, item_artist, image_url, external_url } = liked
  // Rendered anew with each change of what is shown.
  useStore(likes.$shown)
  const isLiked = likes.shownOf(likeKey(item_type, item_id))
  return (
    <li data-liked={isLiked}>
      <img
        src={image_url ?? artSleeve(`${item_name} ${item_artist}`)}
        width={44}
        height={44}
        alt=""
        loading="lazy"
      />
      <span className="liked-lines">
        {external_url ? (
          <a href={external_url} target="_blank" rel="noopener">
            {item_name}
            <span className="sr-only"> ({t("music:newTab")})</span>
          </a>
        ) : (
          <span>{item_name}</span>
        )}
        <span className="soft">{item_artist}</span>
      </span>
      <button
        className="icon-btn"
        type="button"
        aria-pressed={isLiked}
        aria-label={t("music:like", { name: item_name })}
        onClick={() => toggleLike(item_type, item_id, item_name)}
      >
        <Icon name="heart" size={22} />
      </button>
    </li>
  )
}

function Part({ type, all }: { type: "song" | "album"; all: Liked[] }) {
  const t = pageTranslate()
  const id = useId()
  const liked = all.filter(({ item_type }) => item_type === type)
  if (liked.length === 0) return null
  return (
    <>
      <h3 id={id}>{t(`music:likes.${type}s`)}</h3>
      <ul aria-labelledby={id}>
        {liked.map((item) => (
          <Row key={item.item_id} liked={item} />
        ))}
      </ul>
    </>
  )
}

/** Songs, then albums, in a list that scrolls by itself. */
export function LikedRows({ liked }: { liked: Liked[] }) {
  return (
    <div className="likes-scroll">
      <Part type="song" all={liked} />
      <Part type="album" all={liked} />
    </div>
  )
}
