/** Asking for music: an answer is fresh for half an hour, and a failure is tried once more. */
import { nanoquery } from "@nanostores/query"
import { type Answer, call, type FailureCode } from "../../call.ts"
import { type ItemType, MUSIC_PER_PAGE } from "./item.ts"
import { type MusicPage, readAlbums, readLikes, readSongs, type StoredLikes } from "./parse.ts"

/** Section 9 of the member area: music and albums 30 minutes, one retry, no refetch on focus. */
const FRESH_MS = 30 * 60_000
const RETRY_AFTER_MS = 800

const kept = new Map<string, object>()
const [createQuery] = nanoquery({
  cache: kept,
  dedupeTime: FRESH_MS,
  cacheLifetime: FRESH_MS,
  revalidateOnFocus: false,
  onErrorRetry: null,
})

/** Failures that may be over a moment later. */
const PASSING: FailureCode[] = ["unreachable", "internal", "database_unavailable"]

async function twice<Body>(ask: () => Promise<Answer<Body>>): Promise<Answer<Body>> {
  const answer = await ask()
  if (answer.ok || !PASSING.includes(answer.failure.code)) return answer
  await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS))
  return await ask()
}

/** The queries rest in a page that nobody sees, and an answer would never come. */
const seen = () =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (globalThis.document?.hidden) return
      globalThis.document?.removeEventListener("visibilitychange", look)
      resolve()
    }
    globalThis.document?.addEventListener("visibilitychange", look)
    look()
  })

/** The kept answer while it is fresh; whoever asks meanwhile waits for the same one. */
export async function ask<Body>(
  name: string,
  fetchBody: () => Promise<Answer<Body>>,
): Promise<Answer<Body>> {
  await seen()
  const fetcher = () => twice(fetchBody)
  const result = await createQuery<Answer<Body>>(name, { fetcher }).fetch()
  if ("error" in result) throw result.error
  // A failure is not worth keeping.
  if (!result.data.ok) kept.delete(name)
  return result.data
}

/** What was asked under that name is asked anew next time. */
export const forget = (name: string): boolean => kept.delete(name)

const CHARTS = {
  song: { path: "/api/spotify-trending-kpop", read: readSongs },
  album: { path: "/api/spotify-new-albums", read: readAlbums },
}

/** One page of the trending songs or the new albums, the first is 1. */
export function fetchChart(type: ItemType, page: number): Promise<Answer<MusicPage>> {
  const { path, read } = CHARTS[type]
  const payload = { page, limit: MUSIC_PER_PAGE }
  return ask(`${type} ${page}`, () => call(path, { method: "POST", payload, read }))
}

const likesOf = (member: string) => `likes of ${member}`

/** What the signed-in member likes. */
export const fetchLikes = (member: string): Promise<Answer<StoredLikes>> =>
  ask(likesOf(member), () => call("/api/likes", { read: readLikes, cache: "no-store" }))

export const forgetLikes = (member: string): boolean => forget(likesOf(member))
