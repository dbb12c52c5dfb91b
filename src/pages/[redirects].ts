/** The file `_redirects`, which Netlify and our host read. Redirects from former addresses of teams. */
import type { APIRoute } from "astro"
import { content } from "../content/content.ts"
import { teamEmbedPath } from "../features/events/embed-paths.ts"
import { teamPath } from "../features/teams/team.ts"
import { LOCALES } from "../i18n/locales.ts"
import { localePath } from "../i18n/paths.ts"

export const getStaticPaths = () => [{ params: { redirects: "_redirects" } }]

export const GET: APIRoute = async () => {
  const moved = await content.formerSlugs()
  const rules = moved.flatMap(({ former, slug }) =>
    LOCALES.flatMap((locale) => {
      const [from, to] = [former, slug].map((name) => localePath(teamPath(name), locale))
      const [list, newList] = [former, slug].map((name) => localePath(teamEmbedPath(name), locale))
      return [`${from} ${to} 301`, `${from}/* ${to}/:splat 301`, `${list} ${newList} 301`]
    }),
  )
  return new Response(rules.map((rule) => `${rule}\n`).join(""))
}
