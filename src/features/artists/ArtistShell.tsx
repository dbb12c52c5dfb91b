/** Shows an artist whose page is not built yet. */
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

/** This time is after all likes, because the API has counted the member's own likes, too. */
const ALL_LIKES = "9999-12-31"

/** The page's texts do not contain all artists, so their names are not links. */
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
        songs={songs.map((song) => ({ ...song, top: null }))}
        albums={albums}
        likesUntil={ALL_LIKES}
        slugs={NO_SLUGS}
        memberPart={<MemberArtist locale={locale} releases={releases.map(({ id }) => id)} />}
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
