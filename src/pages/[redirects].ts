/** Writes Netlify's file `_redirects`, with redirects from former slugs of teams and artists to the current slugs. */
import type { APIRoute } from "astro"
import { content } from "../content/content.ts"
import { artistPath } from "../features/artists/paths.ts"
import { teamEmbedPath } from "../features/events/embed-paths.ts"
import { teamPath } from "../features/teams/team.ts"
import { LOCALES } from "../i18n/locales.ts"
import { localePath } from "../i18n/paths.ts"

export const getStaticPaths = () => [{ params: { redirects: "_redirects" } }]

export const GET: APIRoute = async () => {
  const renamedTeams = await content.formerSlugs()
  const rules = renamedTeams.flatMap(({ former, slug }) =>
    LOCALES.flatMap((locale) => {
      const [from, to] = [former, slug].map((name) => localePath(teamPath(name), locale))
      const [oldEmbed, newEmbed] = [former, slug].map((name) =>
        localePath(teamEmbedPath(name), locale),
      )
      return [`${from} ${to} 301`, `${from}/* ${to}/:splat 301`, `${oldEmbed} ${newEmbed} 301`]
    }),
  )
  const mergedArtists = await content.formerArtistSlugs()
  const artistRules = mergedArtists.flatMap(({ former, slug }) =>
    LOCALES.map((locale) => {
      const [from, to] = [former, slug].map((name) => localePath(artistPath(name), locale))
      return `${from} ${to} 301`
    }),
  )
  return new Response([...rules, ...artistRules].map((rule) => `${rule}\n`).join(""))
}
