/** Where search begins in a language: which parts there are, and what its dialog says. */
import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from "astro"
import type { Manifest } from "../../features/search/index-format.ts"
import { LOCALES } from "../../i18n/locales.ts"
import { messages } from "../../i18n/messages.ts"
import { siteIndex } from "../../search-index/site-index.ts"

export const getStaticPaths = (() =>
  LOCALES.map((locale) => ({ params: { locale }, props: { locale } }))) satisfies GetStaticPaths

type Props = InferGetStaticPropsType<typeof getStaticPaths>

export const GET: APIRoute<Props> = async ({ props: { locale } }) => {
  const { folder, groups, firstWords } = await siteIndex()
  const manifest: Manifest = {
    folder,
    groups,
    firstWords,
    messages: messages(locale, [
      "search",
      "common:nav.teams",
      "common:nav.calendar",
      "common:nav.music",
      "common:nav.news",
      "news:writtenIn",
    ]),
  }
  return Response.json(manifest)
}
