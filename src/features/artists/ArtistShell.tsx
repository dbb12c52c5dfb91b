/** Shows an artist from the API while the artist has no prebuilt page. */
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { ShellState } from "../../islands/ShellState.tsx"
import { getSlugInUrl, useItem } from "../../islands/use-item.ts"
import { artistFollowPath } from "../follows/follow.ts"
import { PageFollow } from "../follows/PageFollow.tsx"
import { listUpcomingFirst } from "../releases/release.ts"
import { ArtistView } from "./ArtistView.tsx"
import { MemberArtist } from "./MemberArtist.tsx"
import { artistPath } from "./paths.ts"
import { type ArtistPage, artistPage } from "./schema.ts"

/** The counts from the API include all likes, also the viewer's own, so this date is later than every like. */
const AFTER_ALL_LIKES = "9999-12-31"

/** The API does not return the slugs of other artists, so their names are not links. */
const NO_SLUGS: ReadonlyMap<string, string> = new Map()

const getTitle = ({ name }: ArtistPage) => name

export function ArtistShell({ locale }: { locale: Locale }) {
  const t = tFor(locale)
  const slug = getSlugInUrl("music")
  const notFound = { title: t("artists:notFound.title"), text: t("artists:notFound.text") }
  const state = useItem(slug && `/api/artists/${slug}`, artistPage, getTitle, notFound.title)
  if (state.status === "found") {
    const { songs, albums, releases, fans, follower_count, ...artist } = state.item
    return (
      <ArtistView
        locale={locale}
        artist={artist}
        releases={listUpcomingFirst(releases)}
        songs={songs.map((song) => ({ ...song, topRank: null }))}
        albums={albums}
        likesUntil={AFTER_ALL_LIKES}
        artistSlugs={NO_SLUGS}
        memberIsland={<MemberArtist locale={locale} releaseIds={releases.map(({ id }) => id)} />}
        events={[]}
        teams={[]}
        hasNews={false}
        fans={fans}
        follow={
          <PageFollow
            locale={locale}
            path={artistFollowPath(artist.slug)}
            page={artistPath(artist.slug)}
            followers={follower_count}
            isMain
          />
        }
      />
    )
  }
  return (
    <ShellState
      locale={locale}
      state={state}
      loading={t("artists:loading")}
      notFound={notFound}
      failed={{ title: t("artists:failed.title"), text: t("artists:failed.text") }}
      back={{ href: localePath("/music", locale), label: t("artists:notFound.back") }}
    />
  )
}
