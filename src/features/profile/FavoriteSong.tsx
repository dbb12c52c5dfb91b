/** The member's favorite song, which is chosen among the music. */
import { useStore } from "@nanostores/react"
import { artSleeve } from "../../art/pictures.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { Icon } from "../../ui/Icon.tsx"
import { profileStore } from "./page.ts"
import type { Profile } from "./profile.ts"

function Song({ profile }: { profile: Profile }) {
  const t = pageTranslate()
  const { favorite_song_name, favorite_song_artist, favorite_song_image } = profile
  const image = favorite_song_image ?? artSleeve(`${favorite_song_name} ${favorite_song_artist}`)
  return (
    <>
      <div className="favorite">
        <img className="favorite-cover" src={image} alt="" width={88} height={88} />
        <div className="favorite-lines">
          <p className="favorite-label with-icon">
            <Icon name="heart" size={16} />
            {t("profile:favorite.yours")}
          </p>
          <h3>{favorite_song_name}</h3>
          <p className="soft">{favorite_song_artist}</p>
        </div>
      </div>
      <p className="hint with-icon">
        <Icon name="people" size={16} />
        {t("profile:privacy.members")}
      </p>
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
  if (state.status !== "ready") return null
  const { profile } = state
  return (
    <section className="card favorite-card">
      <h2>{t("profile:favorite.title")}</h2>
      {profile?.favorite_song_name ? <Song profile={profile} /> : <NoSong />}
    </section>
  )
}
