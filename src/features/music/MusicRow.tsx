/** A song or album as a row of a list. A tap plays the item, or opens the music service. */
import type { ReactNode } from "react"
import type { CatalogueSong } from "../../../db/queries/catalogue.ts"
import { artSleeve } from "../../art/pictures.ts"
import type { Locale } from "../../i18n/locales.ts"
import { CoverLink } from "../../ui/CoverLink.tsx"
import { ItemLink } from "./ItemLink.tsx"
import { MusicCover } from "./MusicCover.tsx"
import { findPlayer } from "./players.ts"

interface Props {
  locale: Locale
  item: Pick<CatalogueSong, "id" | "name" | "image_url" | "external_url">
  /** Id of the row's element, if links lead to the row. */
  id?: string
  rank?: number | null
  rankChange?: ReactNode
  /** Whether the row is a box with a large cover. */
  isPoster?: boolean
  /** The line below the name, for example the artists. */
  about: ReactNode
  children?: ReactNode
  hasPlayer?: boolean
  /** Path on this site that the row opens instead of the music service. */
  page?: string
  /** The result of `getItemAttributes()`. */
  attributes?: Record<`data-${string}`, string>
}

export function MusicRow(props: Props) {
  const { locale, item, id, rank, rankChange, about, children, page, attributes } = props
  const { hasPlayer = false, isPoster = false } = props
  const isPlayable = hasPlayer && findPlayer(item.external_url) !== null
  return (
    <li
      id={id}
      className={`group relative flex items-center gap-4 border-t border-line py-[11px] text-soft max-md:gap-3 max-md:py-1.5 max-md:last:border-b${id ? " scroll-mt-24 target:bg-raise" : ""}${isPoster ? " poster-row" : ""}`}
      {...attributes}
    >
      {rank && (
        <b className="w-7 flex-none font-display text-lg leading-normal font-semibold whitespace-nowrap text-text">
          {rank}
          {rankChange}
        </b>
      )}
      <MusicCover
        className="size-14 rounded-small max-md:size-12"
        src={item.image_url ?? artSleeve(item.id)}
        size={isPoster ? 160 : 56}
        isPlayable={isPlayable}
        isOnSite={page !== undefined}
        isMain={isPoster}
      />
      <div className="min-w-0 flex-1 leading-normal">
        {page ? (
          <CoverLink className="line-clamp-2 leading-snug wrap-anywhere" href={page}>
            <strong className="font-semibold text-text">{item.name}</strong>
          </CoverLink>
        ) : (
          <ItemLink
            className="line-clamp-2 leading-snug wrap-anywhere"
            locale={locale}
            name={item.name}
            url={item.external_url}
            isPlayable={isPlayable}
          />
        )}
        <p className="-mb-1.5 truncate pb-1.5 text-sm">{about}</p>
      </div>
      {children}
    </li>
  )
}
