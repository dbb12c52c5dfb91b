/** Renders liked songs or albums as covers. A button shows all of them, after the first six. */
import { useState } from "react"
import { artSleeve } from "../../art/pictures.ts"
import type { Locale } from "../../i18n/locales.ts"
import { tFor } from "../../i18n/t-for.ts"
import { Button } from "../../ui/Button.tsx"
import { CoverLink } from "../../ui/CoverLink.tsx"
import { MusicPicture } from "../music/MusicPicture.tsx"
import type { Liked } from "../music/schema.ts"

const MAX_COLLAPSED_COVERS = 6

interface Props {
  locale: Locale
  liked: Liked[]
  labelledBy: string
}

export function LikedCovers({ locale, liked, labelledBy }: Props) {
  const [isExpanded, setIsExpanded] = useState(false)
  const shownCovers = isExpanded ? liked : liked.slice(0, MAX_COLLAPSED_COVERS)
  return (
    <>
      <ul className="grid grid-cols-3 gap-x-3.5 gap-y-5" aria-labelledby={labelledBy}>
        {shownCovers.map((item) => (
          <Cover key={`${item.item_type}/${item.item_id}`} locale={locale} liked={item} />
        ))}
      </ul>
      {liked.length > shownCovers.length && (
        <Button className="btn-ghost btn-small mt-5" onClick={() => setIsExpanded(true)}>
          {tFor(locale)("music:likes.all", { number: liked.length })}
        </Button>
      )}
    </>
  )
}

function Cover({ locale, liked }: { locale: Locale; liked: Liked }) {
  const { item_id, item_name, item_artist, image_url, external_url } = liked
  return (
    <li className="relative min-w-0">
      <MusicPicture
        className="aspect-square w-full rounded-small"
        src={image_url ?? artSleeve(item_id)}
        size={160}
      />
      <p className="mt-2 line-clamp-2 text-md leading-snug font-semibold wrap-anywhere">
        {external_url ? (
          <CoverLink href={external_url} target="_blank" rel="noopener">
            {item_name}
            <span className="sr-only"> ({tFor(locale)("music:newTab")})</span>
          </CoverLink>
        ) : (
          item_name
        )}
      </p>
      <p className="truncate text-sm text-soft">{item_artist}</p>
    </li>
  )
}
