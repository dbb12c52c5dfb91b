/** The parts of the index: words with where they are, and what is shown of the entries. */
import type { APIRoute, GetStaticPaths } from "astro"
import {
  endPartName,
  entryPartName,
  wordPartName,
} from "../../../../features/search/index-format.ts"
import { siteIndex } from "../../../../search-index/entries.ts"

/** The folder's name stands for all that is in it: nothing needs to be given, nor made before it is asked for. */
export const getStaticPaths = (async () => {
  const { folder, wordParts, endParts, entryParts } = await siteIndex()
  const parts = [
    ...wordParts.map((_, i) => wordPartName(i)),
    ...endParts.map((_, i) => endPartName(i)),
    ...entryParts.map((_, i) => entryPartName(i)),
  ]
  return parts.map((part) => ({ params: { folder, part } }))
}) satisfies GetStaticPaths

export const GET: APIRoute = async ({ params: { part = "" } }) => {
  const { wordParts, endParts, entryParts } = await siteIndex()
  const number = Number(/\d+$/.exec(part)?.[0])
  const json =
    part === entryPartName(number)
      ? JSON.stringify(await entryParts[number]?.())
      : part === wordPartName(number)
        ? wordParts[number]
        : endParts[number]
  return new Response(json, { headers: { "content-type": "application/json" } })
}
