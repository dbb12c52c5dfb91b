import { IslandIcon } from "../../ui/island-icons.tsx"
import { MusicPicture } from "./MusicPicture.tsx"

interface Props {
  src: string
  /** Size on wide screens in pixels. */
  size: number
  className: string
  isPlayable: boolean
  /** Whether a tap opens a page of this site, which needs no icon. */
  isOnSite?: boolean
  /** Whether the cover is the main picture of the first screen. */
  isMain?: boolean
}

const PLAY_ICON_CLASSES =
  "*:fill-current group-has-[[aria-current]]:bg-glow group-has-[[aria-current]]:text-on-glow"

/**
 * Renders the cover of a song or album. Its icon shows whether a tap on the row or card plays the item or opens the
 * music service. player.ts replaces the icon while the item plays. The parent must be a `group` with an `ItemLink`.
 */
export const MusicCover = ({ src, size, className, isPlayable, isOnSite, isMain }: Props) => (
  <span className="relative block flex-none">
    <MusicPicture className={`lit ${className}`} src={src} size={size} isMain={isMain} />
    {!isOnSite && (
      <span
        className={`absolute right-1 bottom-1 grid size-5 place-items-center rounded-full bg-night text-on-night ${
          isPlayable ? PLAY_ICON_CLASSES : ""
        }`}
      >
        <IslandIcon name={isPlayable ? "video" : "out"} size={12} />
      </span>
    )}
  </span>
)
