import { useStore } from "@nanostores/react"
import { useEffect, useRef } from "react"
import { artSleeve } from "../../../art/pictures.ts"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { localePath } from "../../../i18n/paths.ts"
import { Button } from "../../../ui/Button.tsx"
import { Icon } from "../../../ui/icons.tsx"
import { $favoriteSong, $isRemovingFavorite, removeFavorite } from "../../music/likes.ts"
import { MusicPicture } from "../../music/MusicPicture.tsx"
import type { OwnFavorite } from "../../music/schema.ts"
import { FixedLevel } from "./Levels.tsx"

function Song({ song }: { song: OwnFavorite }) {
  const t = pageTranslate()
  const { favorite_song_name, favorite_song_artist, favorite_song_image: image } = song
  const name = favorite_song_name ?? ""
  const artist = favorite_song_artist ?? ""
  return (
    <>
      <div className="grid w-full grid-cols-[88px_minmax(0,1fr)] items-center gap-4.5">
        <MusicPicture
          className="size-22 rounded-small"
          src={image ?? artSleeve(song.favorite_song_id ?? "")}
          size={88}
        />
        <div>
          <p className="with-icon text-sm text-soft [&_svg]:fill-current">
            <Icon name="star" size={16} />
            {t("profile:favorite.yours")}
          </p>
          <h3>{name}</h3>
          <p className="soft">{artist}</p>
        </div>
      </div>
      <Button className="btn-ghost btn-small" onClick={() => removeFavorite(name)}>
        {t("profile:favorite.remove")}
      </Button>
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
  const { data: song } = useStore($favoriteSong)
  const isRemoving = useStore($isRemovingFavorite)
  const songId = isRemoving ? null : (song?.favorite_song_id ?? null)
  const card = useRef<HTMLElement>(null)
  const previousSongId = useRef(songId)

  // The pressed button disappears with the song, so the link gets the focus.
  useEffect(() => {
    const isFocusLost = document.activeElement === document.body
    const isRemoved = previousSongId.current !== null && songId === null
    if (isRemoved && isFocusLost) card.current?.querySelector("a")?.focus()
    previousSongId.current = songId
  }, [songId])

  return (
    <section className="grid justify-items-start gap-3.5 border-b border-line pb-5" ref={card}>
      <div className="flex w-full items-center justify-between gap-x-4">
        <h2>{t("profile:favorite.title")}</h2>
        <FixedLevel level="members" />
      </div>
      {song && songId !== null ? <Song song={song} /> : <NoSong />}
    </section>
  )
}
