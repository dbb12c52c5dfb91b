/** A post's video. Nothing of it is loaded before somebody presses play. */
import { useState } from "react"
import { artCover } from "../../art/pictures.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { Icon } from "../../ui/Icon.tsx"
import { OUTSIDE_REL, placeOf, type Team } from "./team.ts"
import { videoOf } from "./video.ts"

interface Props {
  id: string
  title: string
  url: string
  country: Team["country"]
}

const ALLOWED = "accelerometer; autoplay; encrypted-media; fullscreen; picture-in-picture"

export function PostVideo({ id, title, url, country }: Props) {
  const t = pageTranslate()
  const [isPlaying, setIsPlaying] = useState(false)
  const video = videoOf(url)
  if (!video) return null
  if (!video.player) {
    return (
      <p>
        <a className="with-out" href={url} rel={OUTSIDE_REL}>
          {t("teams:posts.openVideo")}
          <Icon name="out" size={18} />
        </a>
      </p>
    )
  }
  if (!isPlaying) {
    return (
      <button className="video" type="button" onClick={() => setIsPlaying(true)}>
        <img src={artCover(id, placeOf(country)).src} alt="" loading="lazy" decoding="async" />
        <span className="video-play">
          <Icon name="video" size={30} />
        </span>
        <span className="sr-only">{t("teams:posts.play", { title })}</span>
      </button>
    )
  }
  const player = new URL(video.player)
  player.searchParams.set("autoplay", "1")
  return (
    <iframe
      className="video"
      src={player.href}
      title={t("teams:posts.videoFrame", { title })}
      allow={ALLOWED}
      allowFullScreen
      referrerPolicy="strict-origin-when-cross-origin"
      // The button that had the focus is gone.
      ref={(frame) => frame?.focus()}
    />
  )
}
