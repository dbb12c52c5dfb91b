/** The picture that a row begins with; an empty frame where there is none. */

/** The small rendition of an uploaded picture. */
const smallOf = (url: string) => url.replace(/^(\/uploads\/.*)\.webp$/, "$1-640.webp")

interface Props {
  url: string | null
  country: string | null
}

export function RowPicture({ url, country }: Props) {
  return (
    <span className={`row-picture place-${country ?? "all"}`}>
      {url && (
        <img
          src={smallOf(url)}
          alt=""
          width="640"
          height="360"
          loading="lazy"
          onError={({ currentTarget }) => {
            currentTarget.hidden = true
          }}
        />
      )}
    </span>
  )
}
