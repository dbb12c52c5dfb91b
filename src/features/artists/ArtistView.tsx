import type { ReactNode } from "react"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { Button } from "../../ui/Button.tsx"
import { CoverLink } from "../../ui/CoverLink.tsx"
import { IslandIcon } from "../../ui/island-icons.tsx"
import { releaseFeedPath, subscribeLink } from "../events/feeds/paths.ts"
import type { PublicEvent } from "../events/schema.ts"
import { getMusicAttributes } from "../music/ItemButtons.tsx"
import { MusicPicture } from "../music/MusicPicture.tsx"
import { findPlayer } from "../music/players.ts"
import { ReleaseRow } from "../releases/ReleaseRow.tsx"
import type { Release } from "../releases/schema.ts"
import { getThumbnail } from "../teams/pictures.ts"
import { SocialLinks } from "../teams/SocialLinks.tsx"
import { formatPlace, getSocialLinks, type Team, teamPath } from "../teams/team.ts"
import { UpcomingEventRow } from "../teams/UpcomingEventRow.tsx"
import { AlbumRow, type ArtistAlbum, type ArtistSong, SongRow } from "./MusicRows.tsx"
import { getArtistPicture } from "./pictures.ts"
import type { Artist } from "./schema.ts"

interface Props {
  locale: Locale
  artist: Artist
  releases: Release[]
  songs: ArtistSong[]
  albums: ArtistAlbum[]
  /** The numbers of likes include all likes up to this time (ISO). */
  likesUntil: string
  events: PublicEvent[]
  teams: Team[]
  /** Whether the page shows articles about the artist below this view. */
  hasNews: boolean
  fans: number
  artistSlugs: ReadonlyMap<string, string>
  follow?: ReactNode
  /** `MemberArtist`, which handles the likes. It only shows a message if the likes cannot be loaded. */
  memberIsland?: ReactNode
}

export const findPlayableSong = <Song extends Pick<ArtistSong, "external_url">>(songs: Song[]) =>
  songs.find(({ external_url }) => findPlayer(external_url) !== null)

export function ArtistView(props: Props) {
  const { locale, artist, releases, songs, albums, events, teams, artistSlugs } = props
  const t = tFor(locale)
  const isEmpty =
    !props.hasNews && [releases, songs, albums, events, teams].every(({ length }) => length === 0)
  return (
    <div className="wrap relative" {...getMusicAttributes(t, props.likesUntil)}>
      <Header {...props} />
      {props.memberIsland}
      {isEmpty && (
        <div className="state">
          <h2 className="text-xl">{t("artists:empty.title")}</h2>
          <p className="soft">{t("artists:empty.text")}</p>
          <a className="btn btn-ghost btn-small" href={localePath("/music", locale)}>
            {t("artists:notFound.back")}
          </a>
        </div>
      )}
      <div className="gap-x-14 *:mb-12 *:break-inside-avoid md:columns-2">
        {songs.length > 0 && (
          <Section id="songs" title={t("artists:songs")}>
            {songs.map((song) => (
              <SongRow key={song.id} locale={locale} song={song} artistSlugs={artistSlugs} />
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
        {albums.length > 0 && (
          <Section id="albums" title={t("artists:albums")}>
            {albums.map((album) => (
              <AlbumRow key={album.id} locale={locale} album={album} artistSlugs={artistSlugs} />
            ))}
          </Section>
        )}
        {teams.length > 0 && (
          <Section id="teams" title={t("common:nav.teams")}>
            {teams.map((team) => (
              <TeamRow key={team.id} locale={locale} team={team} />
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
  const picture = getArtistPicture(artist, [...songs, ...albums])
  const playableSong = findPlayableSong(songs)
  return (
    <>
      {/* The blurred picture is a glow behind the header. */}
      <div
        className="pointer-events-none absolute -top-24 -left-16 -z-1 w-full max-w-180 opacity-25 blur-3xl print:hidden"
        aria-hidden="true"
      >
        <MusicPicture
          className="h-80 w-full rounded-full max-md:h-56"
          src={picture}
          size={208}
          isMain
        />
      </div>
      <div className="mt-4 flex items-center justify-between">
        <a
          className="inline-flex items-center gap-2 py-2 text-md text-soft underline-offset-4 hover:text-text hover:underline"
          href={localePath("/music", locale)}
        >
          <IslandIcon name="back" size={18} />
          {t("music:title")}
        </a>
        <Button className="needs-script btn-ghost btn-small" data-share="">
          <IslandIcon name="share" size={18} />
          {t("news:share")}
        </Button>
      </div>
      <header className="grid items-center gap-x-8 gap-y-4 pt-4 pb-10 md:grid-cols-[auto_1fr] max-md:pb-8">
        <MusicPicture
          className="size-52 rounded-full max-md:size-32 md:row-span-2"
          src={picture}
          size={208}
          isMain
        />
        <div className="md:self-end">
          <h1 className="text-[clamp(30px,5vw,64px)] leading-tight wrap-anywhere">{artist.name}</h1>
          <p className="meta mt-2 text-md">
            {artist.hangul && <span lang="ko">{artist.hangul}</span>}
            {fans > 0 && <span>{t("artists:fans", { count: fans })}</span>}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-3 md:self-start">
          {playableSong && (
            <a
              className="btn btn-small"
              href={playableSong.external_url}
              target="_blank"
              data-play-first=""
              rel="noopener"
            >
              <IslandIcon name="video" size={18} />
              {t("artists:play")}
            </a>
          )}
          <div className="needs-script">{follow}</div>
          {links.length > 0 && <SocialLinks locale={locale} links={links} />}
        </div>
      </header>
    </>
  )
}

function TeamRow({ locale, team }: { locale: Locale; team: Team }) {
  const t = tFor(locale)
  return (
    <li className="group relative flex items-center gap-4 border-t border-line py-[11px] max-md:gap-3 max-md:py-1.5">
      <span className="picture-frame block size-14 flex-none rounded-small bg-night max-md:size-12">
        <img
          className="lit size-full object-cover"
          src={getThumbnail(team)}
          width="56"
          height="56"
          alt=""
          loading="lazy"
          decoding="async"
        />
      </span>
      <div className="min-w-0">
        <CoverLink
          className="block truncate font-semibold"
          href={localePath(teamPath(team.slug), locale)}
        >
          {team.name}
        </CoverLink>
        <p className="truncate text-sm text-soft">{formatPlace(team, t)}</p>
      </div>
    </li>
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
