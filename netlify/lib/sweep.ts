/**
 * Removes pictures that nothing shows any more. Not when they are replaced: pages built before still show
 * them, and an editor may yet go back to them.
 */
import { database } from "../../db/client.ts"
import { unusedCovers } from "../../db/queries/news.ts"
import { coverFiles } from "./images.ts"
import { deleteFiles, listFiles } from "./storage.ts"

/** How long a picture may wait for the article that will show it. */
const KEPT_FOR_MS = 24 * 60 * 60 * 1000

const BUCKET = "news-images/"

/** The moment in a file's name, in milliseconds since 1970. */
const madeAt = (name: string) => Number.parseInt(name.slice(BUCKET.length), 10)

/** Removes covers that were made a day before `now` and are in no article; returns how many. */
export async function sweepUploads(now = Date.now()): Promise<number> {
  const urls = (await listFiles(BUCKET))
    .filter((name) => /\/\d+-[0-9a-f]+\.webp$/.test(name) && now - madeAt(name) > KEPT_FOR_MS)
    .map((name) => `/uploads/${name}`)
  const unused = urls.length > 0 ? await unusedCovers(database().as(null), urls) : []
  await deleteFiles(unused.flatMap(coverFiles))
  return unused.length
}
