/** The members' own chart: what they came to like in four weeks, and how it moved since the week before. */
import type { TopSong } from "../../../db/queries/catalogue.ts"
import type { Translate } from "../../i18n/keys.ts"
import type { Locale } from "../../i18n/locales.ts"
import { tFor } from "../../i18n/t-for.ts"
import { MusicRow } from "./MusicInsights.tsx"

/** Of fewer songs there is no chart. */
const FEWEST = 3

/** How a song moved: what is drawn, and what is read out. */
function moveOf({ rank, former_rank }: TopSong, t: Translate): [string, string] {
  if (former_rank === null) return [t("music:top.new"), t("music:top.new")]
  const steps = former_rank - rank
  if (steps === 0) return ["–", t("music:top.same")]
  return steps > 0
    ? [`▲ ${steps}`, t("music:top.up", { count: steps })]
    : [`▼ ${-steps}`, t("music:top.down", { count: -steps })]
}

interface Props {
  locale: Locale
  songs: TopSong[]
}

export function BalticTop({ locale, songs }: Props) {
  const t = tFor(locale)
  if (songs.length < FEWEST) return null
  return (
    <section className="wrap mb-16" aria-labelledby="top">
      <div className="section-head flex-wrap">
        <h2 id="top">{t("music:top.title")}</h2>
        <p className="text-sm text-soft">{t("music:top.about")}</p>
      </div>
      <ol className="md:grid md:grid-flow-col md:grid-cols-2 md:grid-rows-5 md:gap-x-14">
        {songs.map((song) => {
          const [mark, move] = moveOf(song, t)
          const isUp = song.former_rank !== null && song.former_rank > song.rank
          return (
            <MusicRow key={song.id} locale={locale} item={song} rank={song.rank}>
              <span className={`text-sm whitespace-nowrap ${isUp ? "text-success" : ""}`}>
                <span aria-hidden="true">{mark}</span>
                <span className="sr-only">{move}</span>
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
