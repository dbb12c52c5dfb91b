import { smallSleeve } from "../../art/pictures.ts"

/** CSS classes for the six rows of a sheet. The hash in a sleeve's URL is its row. */
const SLEEVE_POSITIONS = [
  ...["object-[50%_0%]", "object-[50%_20%]", "object-[50%_40%]"],
  ...["object-[50%_60%]", "object-[50%_80%]", "object-[50%_100%]"],
]

interface Props {
  src: string
  /** Size on wide screens in pixels. */
  size: number
  className: string
}

/** Small sleeves are 112 px wide, and screens can have 2 px per CSS pixel. */
const MAX_SMALL_SIZE = 56

export function MusicPicture({ src, size, className }: Props) {
  const [, row = ""] = src.split(".webp#")
  return (
    <span className={`picture-frame block bg-night ${className}`}>
      <img
        className={`size-full object-cover ${SLEEVE_POSITIONS[Number(row)] ?? ""}`}
        src={size <= MAX_SMALL_SIZE ? smallSleeve(src) : src}
        width={size}
        height={size}
        alt=""
        loading="lazy"
        decoding="async"
      />
    </span>
  )
}
