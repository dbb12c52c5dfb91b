/** The picture of a song or an album, square. */

/** What shows each of the sleeves of a file, see `artSleeve`. */
const SHOWN = [
  ...["object-[50%_0%]", "object-[50%_20%]", "object-[50%_40%]"],
  ...["object-[50%_60%]", "object-[50%_80%]", "object-[50%_100%]"],
]

interface Props {
  src: string
  /** In pixels, as on a wide screen. */
  size: number
  className: string
}

export function MusicPicture({ src, size, className }: Props) {
  const [, row = ""] = src.split(".webp#")
  return (
    <span className={`block overflow-hidden bg-night ${className}`}>
      <img
        className={`size-full object-cover ${SHOWN[Number(row)] ?? ""}`}
        src={src}
        width={size}
        height={size}
        alt=""
        loading="lazy"
        decoding="async"
      />
    </span>
  )
}
