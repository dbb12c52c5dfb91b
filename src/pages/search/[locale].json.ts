/** The manifest of the search index, with the texts that the search dialog needs. */
import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from "astro"
import { loadSiteIndex } from "../../content/search-index/site-index.ts"
import type { Manifest } from "../../features/search/index-format.ts"
import { LOCALES } from "../../i18n/locales.ts"
import { getMessages } from "../../i18n/messages.ts"

export const getStaticPaths = (async () => {
  const { readPart: _, ...index } = await loadSiteIndex()
  return LOCALES.map((locale) => ({ params: { locale }, props: { locale, index } }))
}) satisfies GetStaticPaths

type Props = InferGetStaticPropsType<typeof getStaticPaths>

export const GET: APIRoute<Props> = ({ props: { locale, index } }) => {
  const manifest: Manifest = {
    ...index,
    messages: getMessages(locale, [
      "search",
      "common:nav.teams",
      "common:nav.calendar",
      "common:nav.music",
      "common:nav.news",
      "common:writtenIn",
      "calendar:event.cancelled",
    ]),
  }
  return Response.json(manifest)
}
