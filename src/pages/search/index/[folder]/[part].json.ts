/** The parts of the index: words with where they are, and what is shown of the entries. */
import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from "astro"
import {
  endPartName,
  entryPartName,
  wordPartName,
} from "../../../../features/search/index-format.ts"
import { siteIndex } from "../../../../search-index/entries.ts"

export const getStaticPaths = (async () => {
  const { folder, wordParts, endParts, entryParts } = await siteIndex()
  return [
    ...wordParts.map((json, i) => ({
      params: { folder, part: wordPartName(i) },
      props: { json: () => json },
    })),
    ...endParts.map((json, i) => ({
      params: { folder, part: endPartName(i) },
      props: { json: () => json },
    })),
    ...entryParts.map((make, i) => ({
      params: { folder, part: entryPartName(i) },
      props: { json: () => JSON.stringify(make()) },
    })),
  ]
}) satisfies GetStaticPaths

type Props = InferGetStaticPropsType<typeof getStaticPaths>

export const GET: APIRoute<Props> = ({ props }) =>
  new Response(props.json(), { headers: { "content-type": "application/json" } })
