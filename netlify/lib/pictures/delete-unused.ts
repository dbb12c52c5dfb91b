/**
 * Removes pictures that nothing shows any more. Not when they are replaced: pages built before still show
 * them, and an editor may yet go back to them.
 */
import { authDatabase } from "../../../db/client.ts"
import { unusedAvatars } from "../../../db/queries/accounts/profiles.ts"
import { unusedCovers } from "../../../db/queries/news.ts"
import { coverFiles } from "./images.ts"
import { deleteFiles, listFiles } from "./storage.ts"

const DAY_MS = 24 * 60 * 60 * 1000
/** An editor's draft, which its browser alone knows, may show a cover that was uploaded for it. */
const COVER_KEPT_FOR_MS = 7 * DAY_MS

/** How many pictures are asked for in one statement. */
const AT_ONCE = 1_000

interface Bucket {
  prefix: string
  /** A file that stands for a picture, with the moment it was made in milliseconds since 1970. */
  pattern: RegExp
  /** How long one may wait for what will show it, in milliseconds. */
  keptFor: number
  /** Those of these addresses that nothing shows. */
  unused: (urls: string[]) => Promise<string[]>
  /** All files of a picture, of those that are stored. */
  filesOf: (url: string, stored: string[]) => string[]
}

const coverBucket = (name: string): Bucket => ({
  prefix: `${name}/`,
  pattern: /\/(\d+)-[0-9a-f]+(?:-\d+x\d+)?\.webp$/,
  keptFor: COVER_KEPT_FOR_MS,
  unused: (urls) => unusedCovers(authDatabase().as(null), urls),
  filesOf: (url, stored) => {
    const shares = url.replace(/^\/uploads\/|\.webp$/g, "")
    return [...coverFiles(url), ...stored.filter((file) => file.startsWith(`${shares}-og-`))]
  },
})

const BUCKETS: Bucket[] = [
  ...["news-images", "team-images", "event-images"].map(coverBucket),
  {
    prefix: "avatars/",
    pattern: /\/avatar-(\d+)-[0-9a-f]+\.webp$/,
    keptFor: DAY_MS,
    unused: (urls) => unusedAvatars(authDatabase().as(null), urls),
    filesOf: (url) => [url.slice("/uploads/".length)],
  },
]

async function sweep(
  { prefix, pattern, keptFor, unused, filesOf }: Bucket,
  now: number,
): Promise<number> {
  const stored = await listFiles(prefix)
  const urls = stored
    .filter((name) => now - Number(pattern.exec(name)?.[1] ?? Number.NaN) > keptFor)
    .map((name) => `/uploads/${name}`)
  let count = 0
  for (let start = 0; start < urls.length; start += AT_ONCE) {
    const gone = await unused(urls.slice(start, start + AT_ONCE))
    await deleteFiles(gone.flatMap((url) => filesOf(url, stored)))
    count += gone.length
  }
  return count
}

/** Removes pictures that nothing shows and that are old enough by `now`; returns how many. */
export async function deleteUnusedPictures(now = Date.now()): Promise<number> {
  const counts = await Promise.all(BUCKETS.map((bucket) => sweep(bucket, now)))
  return counts.reduce((sum, count) => sum + count, 0)
}
