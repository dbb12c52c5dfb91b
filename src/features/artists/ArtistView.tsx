import type { ReactNode } from "react"
import { artSleeve } from "../../art/pictures.ts"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { Button } from "../../ui/Button.tsx"
import { IslandIcon } from "../../ui/island-icons.tsx"
import { EmptyState } from "../../ui/LoadState.tsx"
import { releaseFeedPath, subscribeLink } from "../events/feeds/paths.ts"
import type { PublicEvent } from "../events/schema.ts"
import { getMusicAttributes } from "../music/ItemButtons.tsx"
import { MusicPicture } from "../music/MusicPicture.tsx"
import { ReleaseRow } from "../releases/ReleaseRow.tsx"
import type { Release } from "../releases/schema.ts"
import { SocialLinks } from "../teams/SocialLinks.tsx"
import { getSocialLinks, type Team, teamPath } from "../teams/team.ts"
import { UpcomingEventRow } from "../teams/UpcomingEventRow.tsx"
import { AlbumRow, type ArtistAlbum, type ArtistSong, SongRow } from "./MusicRows.tsx"
import type { Artist } from "./schema.ts"

interface Props {
  locale: Locale
  artist: Artist
  releases: Release[]
  songs: ArtistSong[]
  albums: ArtistAlbum[]
  /** The time (ISO) until which likes were counted. */
  likesUntil: string
  events: PublicEvent[]
  teams: Team[]
  hasNews: boolean
  fans: number
  slugs: ReadonlyMap<string, string>
  follow?: ReactNode
  member?: ReactNode
}

export function ArtistView(props: Props) {
  const { locale, artist, releases, songs, albums, events, teams, slugs } = props
  const t = tFor(locale)
  const isEmpty =
    !props.hasNews && [releases, songs, albums, events, teams].every(({ length }) => length === 0)
  return (
    <div className="wrap" {...getMusicAttributes(t, props.likesUntil)}>
      <Header {...props} />
      {props.member}
      {isEmpty && <EmptyState title={t("artists:empty.title")} text={t("artists:empty.text")} />}
      <div className="gap-x-14 *:mb-12 *:break-inside-avoid md:columns-2">
        {releases.length > 0 && (
          <Section
            id="releases"
            title={t("artists:releases.title")}
            action={
              <a className="more" href={subscribeLink(releaseFeedPath(artist.slug), locale)}>
                {t("artists:releases.subscribe")}
              </a>
            }
          >
            {releases.map((release) => (
              <ReleaseRow key={release.id} locale={locale} release={release} />
            ))}
          </Section>
        )}
        {songs.length > 0 && (
          <Section id="songs" title={t("artists:songs")}>
            {songs.map((song) => (
              <SongRow key={song.id} locale={locale} song={song} slugs={slugs} />
            ))}
          </Section>
        )}
        {albums.length > 0 && (
          <Section id="albums" title={t("artists:albums")}>
            {albums.map((album) => (
              <AlbumRow key={album.id} locale={locale} album={album} slugs={slugs} />
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

function Header({ locale, artist, songs, albums, fans, follow }: Props) {
  const t = tFor(locale)
  const links = getSocialLinks(artist)
  return (
    <>
      <a
        className="mt-4 inline-flex items-center gap-2 py-2 text-md text-soft underline-offset-4 hover:text-text hover:underline"
        href={localePath("/music", locale)}
      >
        <IslandIcon name="back" size={18} />
        {t("music:title")}
      </a>
      <header className="grid grid-cols-[auto_1fr] items-center gap-x-8 gap-y-4 pt-4 pb-10 max-md:gap-x-4 max-md:pb-8">
        <MusicPicture
          className="size-44 rounded-card max-md:size-24 md:row-span-2"
          src={songs[0]?.image_url ?? albums[0]?.image_url ?? artSleeve(artist.id)}
          size={176}
        />
        <div className="md:self-end">
          <h1 className="text-[clamp(24px,5vw,60px)] wrap-anywhere">{artist.name}</h1>
          <p className="meta mt-2 text-md">
            {artist.hangul && <span lang="ko">{artist.hangul}</span>}
            {fans > 0 && <span>{t("artists:fans", { count: fans })}</span>}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-3 max-md:col-span-2 md:self-start">
          <div className="needs-script">{follow}</div>
          <Button className="needs-script btn-ghost btn-small" data-share="">
            <IslandIcon name="share" size={18} />
            {t("news:share")}
          </Button>
          {links.length > 0 && <SocialLinks locale={locale} links={links} />}
        </div>
      </header>
    </>
  )
}

interface SectionProps {
  id: string
  title: string
  action?: ReactNode
  children: ReactNode
}

const Section = ({ id, title, action, children }: SectionProps) => (
  <section aria-labelledby={id}>
    <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {action}
    </div>
    <ul className="*:border-line *:last:border-b">{children}</ul>
  </section>
)
