import { singleSleeve, smallSleeve } from "../../art/pictures.ts"

/**
 * Six drawn sleeves are stored below each other in one file. The hash in the URL of a sleeve is its row, and these
 * classes show the row.
 */
const SLEEVE_POSITIONS = [
  ...["object-[50%_0%]", "object-[50%_20%]", "object-[50%_40%]"],
  ...["object-[50%_60%]", "object-[50%_80%]", "object-[50%_100%]"],
]

interface Props {
  src: string
  /** Size on wide screens in pixels. */
  size: number
  className: string
  /** Whether the picture is the largest of the first screen. A sleeve then comes from a separate small file. */
  isMain?: boolean | undefined
}

/** Up to this size in CSS pixels, the small file (112 px wide) is sharp on screens with 2 px per CSS pixel. */
const MAX_SMALL_SIZE = 56

/** The cover of a song, album or release: a picture of a music service, or a drawn sleeve. */
export function MusicPicture({ src, size, className, isMain = false }: Props) {
  const smallSrc = size <= MAX_SMALL_SIZE ? smallSleeve(src) : src
  const file = isMain ? singleSleeve(src) : smallSrc
  const [, row] = file.split(".webp#")
  return (
    <span className={`picture-frame block bg-night ${className}`}>
      <img
        className={`size-full object-cover ${(row && SLEEVE_POSITIONS[Number(row)]) ?? ""}`.trimEnd()}
        src={file}
        width={size}
        height={size}
        alt=""
        loading={isMain ? undefined : "lazy"}
        fetchPriority={isMain ? "high" : undefined}
        decoding={isMain ? "sync" : "async"}
      />
    </span>
  )
}
