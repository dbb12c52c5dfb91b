/** The "Baltic top 10": the songs that members liked most in the past four weeks. */
import type { TopSong } from "../../../db/queries/catalogue.ts"
import type { Translate } from "../../i18n/keys.ts"
import type { Locale } from "../../i18n/locales.ts"
import { tFor } from "../../i18n/t-for.ts"
import { MusicRow } from "./HomeCharts.tsx"

/** The chart is hidden below this number of songs. */
const MIN_SONGS = 3

/** Returns the visible label and the screen-reader label for a rank change. */
function rankChange({ rank, former_rank }: TopSong, t: Translate) {
  if (former_rank === null) return { visible: t("music:top.new"), spoken: t("music:top.new") }
  const ranksUp = former_rank - rank
  if (ranksUp === 0) return { visible: "–", spoken: t("music:top.same") }
  return ranksUp > 0
    ? { visible: `▲ ${ranksUp}`, spoken: t("music:top.up", { count: ranksUp }) }
    : { visible: `▼ ${-ranksUp}`, spoken: t("music:top.down", { count: -ranksUp }) }
}

interface Props {
  locale: Locale
  songs: TopSong[]
}

export function BalticTop({ locale, songs }: Props) {
  const t = tFor(locale)
  if (songs.length < MIN_SONGS) return null
  return (
    <section className="wrap mb-16" aria-labelledby="top">
      <div className="section-head flex-wrap">
        <h2 id="top">{t("music:top.title")}</h2>
        <p className="text-sm text-soft">{t("music:top.about")}</p>
      </div>
      <ol className="md:grid md:grid-flow-col md:grid-cols-2 md:grid-rows-5 md:gap-x-14">
        {songs.map((song) => {
          const change = rankChange(song, t)
          const isUp = song.former_rank !== null && song.former_rank > song.rank
          return (
            <MusicRow key={song.id} locale={locale} item={song} rank={song.rank}>
              <span className={`text-sm whitespace-nowrap ${isUp ? "text-success" : ""}`}>
                <span aria-hidden="true">{change.visible}</span>
                <span className="sr-only">{change.spoken}</span>
              </span>
              <span className="w-12 text-end text-sm whitespace-nowrap">
                <span aria-hidden="true">♥ {song.likes}</span>
                <span className="sr-only">{t("music:likes.count", { count: song.likes })}</span>
              </span>
            </MusicRow>
          )
        })}
      </ol>
    </section>
  )
}
