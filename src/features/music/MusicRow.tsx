/** The row opens the music service. */
import type { ReactNode } from "react"
import type { CatalogueSong } from "../../../db/queries/catalogue.ts"
import { artSleeve } from "../../art/pictures.ts"
import type { Locale } from "../../i18n/locales.ts"
import { IslandIcon } from "../../ui/island-icons.tsx"
import { MusicPicture } from "./MusicPicture.tsx"
import { ServiceLink } from "./ServiceLink.tsx"

interface Props {
  locale: Locale
  item: Pick<CatalogueSong, "id" | "name" | "image_url" | "external_url">
  rank?: number | null
  about: ReactNode
  children?: ReactNode
  attributes?: Record<`data-${string}`, string>
}

export const MusicRow = ({ locale, item, rank, about, children, attributes }: Props) => (
  <li
    className="relative flex items-center gap-4 border-t border-line py-[11px] text-soft last:border-b max-md:gap-3 max-md:py-1.5"
    {...attributes}
  >
    {rank && (
      <b className="w-7 flex-none font-display text-md leading-normal font-semibold whitespace-nowrap">
        {rank}
      </b>
    )}
    <MusicPicture
      className="size-14 rounded-small max-md:size-11"
      src={item.image_url ?? artSleeve(item.id)}
      size={56}
    />
    <div className="min-w-0 flex-1 leading-normal">
      <p className="flex items-center gap-1">
        <ServiceLink
          className="truncate"
          locale={locale}
          name={item.name}
          url={item.external_url}
        />
        <IslandIcon name="out" size={16} />
      </p>
      <p className="-mb-1.5 truncate pb-1.5 text-sm">{about}</p>
    </div>
    {children}
  </li>
)
