/** The songs that members liked most in the four weeks before the last Monday. */
import type { TopSong } from "../../../db/queries/catalogue.ts"
import { formatDate, getLocalDay } from "../../i18n/dates.ts"
import { formatDayMonth } from "../../i18n/day-month.ts"
import type { Translate } from "../../i18n/keys.ts"
import type { Locale } from "../../i18n/locales.ts"
import { tFor } from "../../i18n/t-for.ts"
import { ArtistNames } from "../artists/ArtistNames.tsx"
import { getItemAttributes, LikeButton } from "./ItemButtons.tsx"
import { MusicRow } from "./MusicRow.tsx"

/** The chart is hidden below this number of songs. */
const MIN_SONGS = 3

/** Length of the period in which likes are counted, as in `list_baltic_top()`. */
const PERIOD_MS = 4 * 7 * 86_400_000

export const hasTop = (songs: TopSong[]): boolean => songs.length >= MIN_SONGS

function getRankChangeTexts(ranksUp: number, t: Translate): [visible: string, spoken: string] {
  if (ranksUp === 0) return ["", t("music:top.same")]
  if (ranksUp > 0) return [`▲${ranksUp}`, t("music:top.up", { count: ranksUp })]
  return [`▼${-ranksUp}`, t("music:top.down", { count: -ranksUp })]
}

/**
 * Renders how far a song moved since last week: "▲2" or "▼1". Only screen readers get the text for an unchanged rank.
 */
function RankChange({ song: { rank, former_rank }, t }: { song: TopSong; t: Translate }) {
  if (former_rank === null) return null
  const ranksUp = former_rank - rank
  const [visible, spoken] = getRankChangeTexts(ranksUp, t)
  return (
    <span
      className={`block font-sans text-xs leading-tight font-medium ${ranksUp > 0 ? "text-success" : "text-soft"}`}
    >
      <span aria-hidden="true">{visible}</span>
      <span className="sr-only">{spoken}</span>
    </span>
  )
}

interface Props {
  locale: Locale
  songs: TopSong[]
  /** The Monday (ISO) until which likes were counted. */
  week: string
  artistSlugs: ReadonlyMap<string, string>
}

export function BalticTop({ locale, songs, week, artistSlugs }: Props) {
  const t = tFor(locale)
  if (!hasTop(songs)) return null
  return (
    <section
      className="wrap"
      aria-labelledby="top"
      data-likes-from={new Date(Date.parse(week) - PERIOD_MS).toISOString()}
      data-likes-until={week}
    >
      <div className="section-head">
        <h2 id="top">{t("music:top.title")}</h2>
        <time className="flex-none text-sm text-soft" dateTime={getLocalDay(week)}>
          {t("music:top.week", { date: formatDayMonth(week, locale) })}
        </time>
      </div>
      <ol className="md:grid md:grid-flow-col md:grid-cols-2 md:grid-rows-[repeat(6,auto)] md:gap-x-14">
        {songs.map((song) => {
          const hasWeeks = song.former_rank !== null && song.weeks > 1
          return (
            <MusicRow
              key={song.id}
              locale={locale}
              item={song}
              rank={song.rank}
              isPoster={song.rank === 1}
              rankChange={<RankChange song={song} t={t} />}
              attributes={getItemAttributes({ type: "song", id: song.id })}
              about={
                <>
                  {song.former_rank === null && (
                    <>
                      <b className="font-medium text-success">
                        {t(song.weeks > 1 ? "music:top.back" : "music:top.new")}
                      </b>
                      {" · "}
                    </>
                  )}
                  <ArtistNames locale={locale} names={song.artists} artistSlugs={artistSlugs} />
                  {hasWeeks && (
                    <span className="relative md:hidden">
                      {" · "}
                      <span aria-hidden="true">
                        {t("music:top.weeksShort", { number: song.weeks })}
                      </span>
                      <span className="sr-only">{t("music:top.weeks", { count: song.weeks })}</span>
                    </span>
                  )}
                </>
              }
              hasPlayer
            >
              {hasWeeks && (
                <span className="flex-none text-sm max-md:hidden">
                  {t("music:top.weeks", { count: song.weeks })}
                </span>
              )}
              <LikeButton
                t={t}
                item={song}
                likes={song.likes}
                countText={t("music:top.likes", { count: song.likes })}
              />
            </MusicRow>
          )
        })}
      </ol>
      <p className="mt-3 text-sm text-soft">
        {t("music:top.about", { date: formatDate(week, "weekdayDate", locale) })}
      </p>
    </section>
  )
}
