import { useStore } from "@nanostores/react"
import { useState } from "react"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { FollowRow } from "./OwnFollows.tsx"
import { $follows, getFollowPath } from "./own-follows.ts"
import type { OwnFollow } from "./schema.ts"

const MAX_SUGGESTIONS = 4

export interface SuggestedArtist {
  slug: string
  name: string
}

interface Props {
  artists: SuggestedArtist[]
}

/** Suggests the first of `artists` that the member does not follow. */
export function SuggestedArtists({ artists }: Props) {
  const { data } = useStore($follows)
  return data ? <Suggestions artists={artists} follows={data.follows} /> : null
}

function Suggestions({ artists, follows }: Props & { follows: OwnFollow[] }) {
  const t = pageTranslate()
  const locale = pageLocale()
  const isFollowed = (slug: string) =>
    follows.some((row) => row.kind === "artist" && row.slug === slug)
  // An artist that the member now follows stays in the list, so that the member can undo it.
  const [suggestions] = useState(() =>
    artists.filter(({ slug }) => !isFollowed(slug)).slice(0, MAX_SUGGESTIONS),
  )
  const rows = suggestions.map(({ slug, name }) => {
    const row = {
      kind: "artist",
      slug,
      name,
      is_following: false,
      follower_count: 0,
      created_at: "",
    } as const
    return follows.find((follow) => getFollowPath(follow) === getFollowPath(row)) ?? row
  })
  return (
    <section className="mt-9" aria-labelledby="suggested-artists">
      <h2 id="suggested-artists" className="mb-2.5 text-lg">
        {t("follows:suggestions")}
      </h2>
      {rows.length > 0 && (
        <ul className="border-b border-line">
          {rows.map((row) => (
            <FollowRow key={getFollowPath(row)} row={row} />
          ))}
        </ul>
      )}
      <p className="mt-4 flex flex-wrap gap-2.5">
        <a className="btn btn-ghost btn-small" href={localePath("/music", locale)}>
          {t("follows:list.artists")}
        </a>
        <a className="btn btn-ghost btn-small" href={localePath("/teams", locale)}>
          {t("follows:list.find")}
        </a>
      </p>
    </section>
  )
}
