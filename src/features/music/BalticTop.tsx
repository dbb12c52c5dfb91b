/** The "Baltic top 10": the songs that members liked most in the four weeks before the last Monday. */
import type { TopSong } from "../../../db/queries/catalogue.ts"
import { formatDate } from "../../i18n/dates.ts"
import type { Translate } from "../../i18n/keys.ts"
import type { Locale } from "../../i18n/locales.ts"
import { tFor } from "../../i18n/t-for.ts"
import { MusicRow } from "./HomeCharts.tsx"
import { getItemAttributes, LikeButton, PlayButton } from "./ItemButtons.tsx"
import { createSongItem } from "./items.ts"

/** Minimum number of songs. With fewer songs, the chart is hidden. */
const MIN_SONGS = 3

const FOUR_WEEKS_MS = 28 * 86_400_000

function rankChange({ rank, former_rank }: TopSong, t: Translate) {
  if (former_rank === null) return { visible: t("music:top.new"), spoken: t("music:top.new") }
  const ranksUp = former_rank - rank
  if (ranksUp === 0) return { visible: "", spoken: t("music:top.same") }
  return ranksUp > 0
    ? { visible: `▲ ${ranksUp}`, spoken: t("music:top.up", { count: ranksUp }) }
    : { visible: `▼ ${-ranksUp}`, spoken: t("music:top.down", { count: -ranksUp }) }
}

interface Props {
  locale: Locale
  songs: TopSong[]
  /** The Monday (ISO) until which likes were counted. */
  week: string
}

export function BalticTop({ locale, songs, week }: Props) {
  const t = tFor(locale)
  if (songs.length < MIN_SONGS) return null
  return (
    <section
      className="wrap mb-16"
      aria-labelledby="top"
      data-likes-since={new Date(Date.parse(week) - FOUR_WEEKS_MS).toISOString()}
      data-likes-until={week}
    >
      <div className="section-head flex-wrap">
        <h2 id="top">{t("music:top.title")}</h2>
        <p className="text-sm text-soft">
          {t("music:top.about", { date: formatDate(week, "weekdayDate", locale) })}
        </p>
      </div>
      <ol className="md:grid md:grid-flow-col md:grid-cols-2 md:grid-rows-5 md:gap-x-14">
        {songs.map((song) => {
          const change = rankChange(song, t)
          const isUp = song.former_rank !== null && song.former_rank > song.rank
          const item = createSongItem(song, new Map())
          return (
            <MusicRow
              key={song.id}
              locale={locale}
              item={song}
              rank={song.rank}
              attributes={getItemAttributes(item)}
              rankChange={
                <>
                  <span className={isUp ? "text-success" : ""}>
                    <span aria-hidden="true">{change.visible}</span>
                    <span className="sr-only">{change.spoken}</span>
                  </span>
                  {change.visible && " · "}
                </>
              }
              buttons={
                <>
                  <LikeButton t={t} item={item} likes={song.likes} />
                  <PlayButton t={t} item={item} />
                </>
              }
            />
          )
        })}
      </ol>
    </section>
  )
}
