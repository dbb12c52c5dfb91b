/** The songs that members liked most in the four weeks before the last Monday. */
import type { TopSong } from "../../../db/queries/catalogue.ts"
import { formatDate } from "../../i18n/dates.ts"
import type { Translate } from "../../i18n/keys.ts"
import type { Locale } from "../../i18n/locales.ts"
import { tFor } from "../../i18n/t-for.ts"
import { ArtistNames } from "../artists/ArtistNames.tsx"
import { getItemAttributes, LikeButton, PlayButton } from "./ItemButtons.tsx"
import { createSongItem, type ItemLikesMap } from "./items.ts"
import { MusicRow } from "./MusicRow.tsx"

/** With fewer songs, the chart is hidden. */
const MIN_SONGS = 3

function formatRankChange({ rank, former_rank }: TopSong, t: Translate) {
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
  slugs: ReadonlyMap<string, string>
  /** Also includes likes from before the four weeks. */
  itemLikes: ItemLikesMap
}

export function BalticTop({ locale, songs, week, slugs, itemLikes }: Props) {
  const t = tFor(locale)
  if (songs.length < MIN_SONGS) return null
  return (
    <section className="wrap" aria-labelledby="top">
      <div className="section-head flex-wrap">
        <h2 id="top">{t("music:top.title")}</h2>
        <p className="text-sm text-soft">
          {t("music:top.about", { date: formatDate(week, "weekdayDate", locale) })}
        </p>
      </div>
      <ol className="md:grid md:grid-flow-col md:grid-cols-2 md:grid-rows-5 md:gap-x-14">
        {songs.map((song) => {
          const change = formatRankChange(song, t)
          const isUp = song.former_rank !== null && song.former_rank > song.rank
          const item = createSongItem(song, itemLikes)
          return (
            <MusicRow
              key={song.id}
              locale={locale}
              item={song}
              rank={song.rank}
              attributes={getItemAttributes(item)}
              about={
                <>
                  {change.visible && (
                    <>
                      <span className={isUp ? "text-success" : undefined} aria-hidden="true">
                        {change.visible}
                      </span>
                      {" · "}
                    </>
                  )}
                  <span className="sr-only">{change.spoken}</span>
                  <ArtistNames locale={locale} names={song.artists} slugs={slugs} />
                </>
              }
            >
              <LikeButton t={t} item={item} likes={item.likes} />
              <PlayButton t={t} item={item} />
            </MusicRow>
          )
        })}
      </ol>
    </section>
  )
}
