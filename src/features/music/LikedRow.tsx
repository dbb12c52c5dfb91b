import type { ReactNode } from "react"
import { artSleeve } from "../../art/pictures.ts"
import type { Locale } from "../../i18n/locales.ts"
import { tFor } from "../../i18n/t-for.ts"
import { MusicPicture } from "./MusicPicture.tsx"
import type { Liked } from "./schema.ts"

interface Props {
  locale: Locale
  liked: Liked
  children?: ReactNode
  /** False if the viewer has just removed the like. */
  isLiked?: boolean
}

export function LikedRow({ locale, liked, children, isLiked = true }: Props) {
  const { item_id, item_name, item_artist, image_url, external_url } = liked
  const nameClasses = `justify-self-start py-0.5 font-semibold ${isLiked ? "" : "text-soft"}`
  return (
    <li className="flex items-center gap-3.5 border-line py-2 pr-2 not-first:border-t">
      <MusicPicture
        className="size-11 flex-none rounded-[8px]"
        src={image_url ?? artSleeve(item_id)}
        size={44}
      />
      <span className="grid min-w-0 flex-1 leading-[1.35] wrap-anywhere">
        {external_url ? (
          <a
            className={`${nameClasses} underline-offset-4 hover:underline`}
            href={external_url}
            target="_blank"
            rel="noopener"
          >
            {item_name}
            <span className="sr-only"> ({tFor(locale)("music:newTab")})</span>
          </a>
        ) : (
          <span className={nameClasses}>{item_name}</span>
        )}
        <span className="text-sm text-soft">{item_artist}</span>
      </span>
      {children}
    </li>
  )
}
