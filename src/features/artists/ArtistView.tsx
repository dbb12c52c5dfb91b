/** The page of an artist: releases, songs and albums in the charts, events and teams. Empty sections are left out. */
import type { ReactNode } from "react"
import type { CatalogueAlbum, CatalogueSong, TopSong } from "../../../db/queries/catalogue.ts"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { IslandIcon } from "../../ui/island-icons.tsx"
import { releaseFeedPath, subscribeLink } from "../events/feeds/paths.ts"
import type { PublicEvent } from "../events/schema.ts"
import { MusicRow } from "../music/HomeCharts.tsx"
import { ReleaseRow } from "../releases/ReleaseRow.tsx"
import type { Release } from "../releases/schema.ts"
import { SocialLinks } from "../teams/SocialLinks.tsx"
import { getSocialLinks, type Team, teamPath } from "../teams/team.ts"
import { UpcomingEventRow } from "../teams/UpcomingEventRow.tsx"
import type { Artist } from "./schema.ts"

/** A song with its rank in the Baltic top 10. Null if the song is not in it. */
export interface ArtistSong extends CatalogueSong {
  top: TopSong["rank"] | null
}

interface Props {
  locale: Locale
  artist: Artist
  /** In the order in which the page shows them. */
  releases: Release[]
  songs: ArtistSong[]
  albums: CatalogueAlbum[]
  events: PublicEvent[]
  teams: Team[]
  /** Number of members who like the artist's music. */
  fans: number
  follow?: ReactNode
}

export function ArtistView(props: Props) {
  const { locale, artist, releases, songs, albums, events, teams, fans, follow } = props
  const t = tFor(locale)
  const { name, hangul } = artist
  const links = getSocialLinks(artist)
  return (
    <div className="wrap">
      <a
        className="mt-4 inline-flex items-center gap-2 py-2 text-md text-soft underline-offset-4 hover:text-text hover:underline"
        href={localePath("/music", locale)}
      >
        <IslandIcon name="back" size={18} />
        {t("music:title")}
      </a>
      <header className="grid gap-3 pt-4 pb-8">
        <h1 className="wrap-anywhere">{name}</h1>
        <p className="meta text-md">
          {hangul && <span lang="ko">{hangul}</span>}
          {fans > 0 && <span>{t("artists:fans", { count: fans })}</span>}
        </p>
        <div className="needs-script">{follow}</div>
        {links.length > 0 && <SocialLinks locale={locale} links={links} />}
      </header>
      <div className="grid gap-x-14 gap-y-12 md:grid-cols-2">
        {releases.length > 0 && (
          <Section id="releases" title={t("artists:releases.title")}>
            {releases.map((release) => (
              <ReleaseRow key={release.id} locale={locale} release={release} />
            ))}
            <li className="border-t border-line py-3 text-sm">
              <a
                className="inline-flex items-center gap-1.5 text-soft underline-offset-4 hover:text-text hover:underline"
                href={subscribeLink(releaseFeedPath(artist.slug), locale)}
              >
                <IslandIcon name="plus" size={18} />
                {t("calendar:subscribe.link")}
              </a>
            </li>
          </Section>
        )}
        {songs.length > 0 && (
          <Section id="songs" title={t("artists:songs")}>
            {songs.map((song) => (
              <MusicRow key={song.id} locale={locale} item={song} rank={null}>
                {song.top !== null && (
                  <span className="badge badge-glow flex-none">
                    {t("music:top.title")} · {song.top}
                  </span>
                )}
              </MusicRow>
            ))}
          </Section>
        )}
        {albums.length > 0 && (
          <Section id="albums" title={t("artists:albums")}>
            {albums.map((album) => (
              <MusicRow key={album.id} locale={locale} item={album} rank={null}>
                <span className="text-sm">{album.release_date?.slice(0, 4)}</span>
              </MusicRow>
            ))}
          </Section>
        )}
        {events.length > 0 && (
          <Section id="events" title={t("artists:events")}>
            {events.map((event) => (
              <UpcomingEventRow key={event.id} locale={locale} event={event} />
            ))}
          </Section>
        )}
        {teams.length > 0 && (
          <Section id="teams" title={t("common:nav.teams")}>
            {teams.map((team) => (
              <li key={team.id} className="border-t border-line py-3">
                <a
                  className="font-semibold underline-offset-4 hover:underline"
                  href={localePath(teamPath(team.slug), locale)}
                >
                  {team.name}
                </a>
              </li>
            ))}
          </Section>
        )}
      </div>
    </div>
  )
}

const Section = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section aria-labelledby={id}>
    <h2 id={id} className="mb-3 text-xl">
      {title}
    </h2>
    <ul>{children}</ul>
  </section>
)

export function ArtistLinks({ locale, artists }: { locale: Locale; artists: Artist[] }) {
  if (artists.length === 0) return null
  return (
    <section className="wrap section" aria-labelledby="artists">
      <div className="section-head">
        <h2 id="artists">{tFor(locale)("artists:title")}</h2>
      </div>
      <ul className="flex flex-wrap gap-2">
        {artists.map(({ slug, name }) => (
          <li key={slug}>
            <a className="btn btn-ghost btn-small" href={localePath(`/music/${slug}`, locale)}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
