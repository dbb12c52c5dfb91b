/** Deletes pictures that have a minimum age and that no content, stored draft, revision or profile uses. */
import { authDatabase } from "../../../db/client.ts"
import { listUnusedAvatars } from "../../../db/queries/accounts/profiles.ts"
import { listUnusedUploads } from "../../../db/queries/news.ts"
import { getCoverName, listCoverFiles } from "./images.ts"
import { deleteFiles, listFiles } from "./storage.ts"

const MS_PER_DAY = 24 * 60 * 60 * 1000
/** Minimum age of covers: an editor's browser may have the form with a new cover open for days before it is saved. */
const COVER_MIN_AGE_MS = 7 * MS_PER_DAY

const BATCH_SIZE = 1_000

interface Bucket {
  prefix: string
  /** Matches the main file of a picture and captures its creation time in milliseconds. */
  pattern: RegExp
  /** Minimum age of deleted pictures. Newer pictures may belong to content that is not saved yet. */
  minAgeMs: number
  listUnused: (urls: string[]) => Promise<string[]>
  listPictureFiles: (url: string, storedNames: string[]) => string[]
}

const createCoverBucket = (name: string): Bucket => ({
  prefix: `${name}/`,
  pattern: /\/(\d+)-[0-9a-f]+(?:-\d+x\d+)?\.webp$/,
  minAgeMs: COVER_MIN_AGE_MS,
  listUnused: (urls) => listUnusedUploads(authDatabase().as(null), urls),
  listPictureFiles: (url, storedNames) => {
    const linkPreviews = storedNames.filter((file) => file.startsWith(`${getCoverName(url)}-og-`))
    return [...listCoverFiles(url), ...linkPreviews]
  },
})

const BUCKETS: Bucket[] = [
  ...["news-images", "team-images", "event-images"].map(createCoverBucket),
  {
    prefix: "avatars/",
    pattern: /\/avatar-(\d+)-[0-9a-f]+\.webp$/,
    minAgeMs: MS_PER_DAY,
    listUnused: (urls) => listUnusedAvatars(authDatabase().as(null), urls),
    listPictureFiles: (url) => [url.slice("/uploads/".length)],
  },
]

async function deleteUnusedInBucket(
  { prefix, pattern, minAgeMs, listUnused, listPictureFiles }: Bucket,
  now: number,
): Promise<number> {
  const storedNames = await listFiles(prefix)
  const urls = storedNames
    .filter((name) => now - Number(pattern.exec(name)?.[1] ?? Number.NaN) > minAgeMs)
    .map((name) => `/uploads/${name}`)
  let count = 0
  for (let start = 0; start < urls.length; start += BATCH_SIZE) {
    const unusedUrls = await listUnused(urls.slice(start, start + BATCH_SIZE))
    await deleteFiles(unusedUrls.flatMap((url) => listPictureFiles(url, storedNames)))
    count += unusedUrls.length
  }
  return count
}

export async function deleteUnusedPictures(now = Date.now()): Promise<number> {
  const counts = await Promise.all(BUCKETS.map((bucket) => deleteUnusedInBucket(bucket, now)))
  return counts.reduce((sum, count) => sum + count, 0)
}
