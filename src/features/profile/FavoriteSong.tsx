/** The member's favorite song, which is chosen among the music. */
import { useStore } from "@nanostores/react"
import { useEffect, useRef } from "react"
import { artSleeve } from "../../art/pictures.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { Icon } from "../../ui/Icon.tsx"
import {
  $favoriteSong,
  type FavoriteSong as Favorite,
  removeFavorite,
  startFavorite,
} from "./favorite.ts"
import { profileStore } from "./page.ts"

function Song({ song: { name, artist, image } }: { song: Favorite }) {
  const t = pageTranslate()
  return (
    <>
      <div className="favorite">
        <img
          className="favorite-cover"
          src={image ?? artSleeve(`${name} ${artist}`)}
          alt=""
          width={88}
          height={88}
        />
        <div className="favorite-lines">
          <p className="favorite-label with-icon">
            <Icon name="star" size={16} />
            {t("profile:favorite.yours")}
          </p>
          <h3>{name}</h3>
          <p className="soft">{artist}</p>
        </div>
      </div>
      <p className="hint with-icon">
        <Icon name="people" size={16} />
        {t("profile:privacy.members")}
      </p>
      <button
        className="btn btn-ghost btn-small"
        type="button"
        onClick={() => removeFavorite(name)}
      >
        {t("profile:favorite.remove")}
      </button>
    </>
  )
}

function NoSong() {
  const t = pageTranslate()
  return (
    <>
      <p className="soft">{t("profile:favorite.none")}</p>
      <a className="btn btn-ghost btn-small" href={localePath("/music", pageLocale())}>
        {t("profile:favorite.discover")}
      </a>
    </>
  )
}

export function FavoriteSong() {
  const t = pageTranslate()
  const state = useStore(profileStore.$profile)
  const song = useStore($favoriteSong)
  const card = useRef<HTMLElement>(null)
  const id = song?.id ?? null
  const former = useRef(id)
  useEffect(startFavorite, [])

  // The button that was pressed is gone, and the focus with it.
  useEffect(() => {
    const isLost = document.activeElement === document.body
    if (former.current !== null && id === null && isLost) card.current?.querySelector("a")?.focus()
    former.current = id
  }, [id])

  if (state.status !== "ready") return null
  return (
    <section className="card favorite-card" ref={card}>
      <h2>{t("profile:favorite.title")}</h2>
      {song ? <Song song={song} /> : <NoSong />}
    </section>
  )
}
