/** Starts a host, sends requests of members to it, and checks that no acknowledged data is lost. */
import { createHash, randomBytes, randomInt } from "node:crypto"
import { join } from "node:path"
import sharp from "sharp"
import { expect, onTestFinished, vi } from "vitest"
import { DEMO_PASSWORD } from "../../../db/demo/accounts.ts"
import { getCookies } from "../../host/support/started-host.ts"
import { articleFields } from "../../support/people/admin.ts"
import { postFields } from "../../support/people/teams.ts"
import { makeSmallPng } from "../../support/pictures.ts"
import { copyData, getSiteTemplate, startHost } from "../../support/site-template.ts"

const CALL_TIMEOUT_MS = 15_000

type Host = Awaited<ReturnType<typeof startHost>>

const SETTINGS = {
  REBUILDS: "1",
  DRAWINGS_PER_BUILD: "0",
  // No server listens at this port.
  YOUTUBE_IMAGES_URL: "http://127.0.0.1:9",
}

export interface Site {
  dataDir: string
  host: Host
}

export const hasHostEnded = ({ host: { process } }: Site) =>
  process.exitCode !== null || process.signalCode !== null

/** Starts the host again if its process has ended, as the supervisor of a server does. */
export async function restartHostIfEnded(site: Site): Promise<void> {
  if (hasHostEnded(site)) site.host = await startHost(site.dataDir, SETTINGS)
}

/**
 * Returns an empty ledger. It lists the data that the host has acknowledged, so that no crash may lose it: songs, titles of
 * posts, slugs of articles, and SHA-256 hashes of pictures by path (an empty string before a picture is first loaded).
 */
export function makeLedger() {
  return {
    likes: new Set<string>(),
    posts: new Set<string>(),
    pictures: new Map<string, string>(),
    articles: new Set<string>(),
  }
}
export type Ledger = ReturnType<typeof makeLedger>

/** Returns a function that sends a request as the member and resolves to null if there is no response. */
export async function logIn(site: Site, email: string) {
  const headers = { cookie: "" }
  const send = (method: string, path: string, body?: unknown) =>
    fetch(site.host.origin + path, {
      method,
      headers: {
        ...headers,
        origin: site.host.origin,
        "content-type": body instanceof Blob ? body.type : "application/json",
        "x-forwarded-for": `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`,
      },
      ...(method === "GET"
        ? {}
        : { body: body instanceof Blob ? body : JSON.stringify(body ?? {}) }),
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    })
  const signInResponse = await send("POST", "/api/auth/sign-in", { email, password: DEMO_PASSWORD })
  expect(signInResponse.status).toBe(200)
  headers.cookie = getCookies(signInResponse)
  return async (method: string, path: string, body?: unknown) => {
    try {
      const response = await send(method, path, body)
      return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
    } catch {
      return null
    }
  }
}
export type SendAsMember = Awaited<ReturnType<typeof logIn>>

export const POSTS_PATH = "/api/teams/rigas-zvaigznes/posts"
export const makeUniqueWord = () => randomBytes(6).toString("hex")
const parseJson = (bytes: Buffer): Record<string, unknown> => JSON.parse(bytes.toString() || "{}")

export async function makeRandomPicture(): Promise<Blob> {
  const png = await makeSmallPng(`#${randomBytes(3).toString("hex")}`, 640, 360)
  return new Blob([new Uint8Array(png)], { type: "image/png" })
}

export type Members = Record<"member" | "owner" | "superAdmin", SendAsMember>

/** Functions that each store one item through the API, and add the item to the ledger if the host acknowledged it. */
export const WRITERS = {
  async like({ member }: Members, { likes }: Ledger) {
    const song = `snapshot-song-${randomInt(1, 40)}`
    const response = await member("PUT", `/api/likes/song/${song}`)
    if (response && response.status < 300) likes.add(song)
  },
  async post({ owner }: Members, { posts }: Ledger) {
    const title = `Post ${makeUniqueWord()}`
    const body = { ...postFields, title, content: "Text. ".repeat(200), is_published: true }
    const response = await owner("POST", POSTS_PATH, body)
    if (response?.status === 201) posts.add(title)
  },
  async picture({ superAdmin }: Members, { pictures }: Ledger) {
    const response = await superAdmin("POST", "/api/uploads/news-images", await makeRandomPicture())
    if (response?.status !== 201) return
    pictures.set(String(parseJson(response.bytes)["url"]), "")
  },
  async article({ superAdmin }: Members, { articles }: Ledger) {
    const slug = `fault-${makeUniqueWord()}`
    const response = await superAdmin("POST", "/api/admin/news", {
      ...articleFields,
      slug,
      is_published: true,
    })
    if (response?.status === 201) articles.add(slug)
  },
}

/**
 * Loads a page or a picture. Returns a description of a wrong response, otherwise null. Right responses are complete
 * pages, complete pictures that are the same at each load, status 503, and no response.
 */
export async function checkPath(site: Site, path: string, ledger: Ledger): Promise<string | null> {
  let bytes: Buffer
  let status: number
  try {
    const response = await fetch(site.host.origin + path, {
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    })
    status = response.status
    bytes = Buffer.from(await response.arrayBuffer())
  } catch {
    // No response is allowed: the host is down, or the connection was cut.
    return null
  }
  if (status >= 500) return status === 503 ? null : `${path}: ${status}`
  if (!path.startsWith("/uploads/")) {
    return status === 200 && bytes.toString().trimEnd().endsWith("</html>")
      ? null
      : `${path} is incomplete, or ${status}`
  }
  if (status !== 200) return `${path}: ${status}`
  const hash = createHash("sha256").update(bytes).digest("hex")
  const earlierHash = ledger.pictures.get(path)
  ledger.pictures.set(path, hash)
  if (earlierHash && earlierHash !== hash) return `${path} has changed`
  try {
    // The statistics require all pixels, so incomplete pictures throw.
    await sharp(bytes).stats()
    return null
  } catch {
    return `${path} is an incomplete picture`
  }
}

export async function expectAcknowledgedData(site: Site, ledger: Ledger): Promise<void> {
  const member = await logIn(site, "member@daina.test")
  const superAdmin = await logIn(site, "super@daina.test")
  const likes = (await member("GET", "/api/likes"))?.bytes.toString() ?? ""
  expect([...ledger.likes].filter((song) => !likes.includes(`"${song}"`))).toEqual([])
  let posts = ""
  let cursor: string | null = ""
  while (cursor !== null) {
    const page: Awaited<ReturnType<SendAsMember>> = await superAdmin(
      "GET",
      `${POSTS_PATH}?limit=50${cursor}`,
    )
    const { next } = parseJson(page?.bytes ?? Buffer.from("{}"))
    posts += page?.bytes.toString()
    cursor = typeof next === "string" ? `&cursor=${encodeURIComponent(next)}` : null
  }
  expect([...ledger.posts].filter((title) => !posts.includes(title))).toEqual([])
  for (const url of ledger.pictures.keys()) expect(await checkPath(site, url, ledger)).toBeNull()
  for (const slug of ledger.articles) {
    expect((await superAdmin("GET", `/api/news/${slug}`))?.status, slug).toBe(200)
  }
}

/** Waits up to five minutes for a build with the page of the last article in the ledger. */
export const expectLastArticlePublished = (site: Site, { articles }: Ledger) =>
  vi.waitFor(
    async () => {
      const response = await fetch(`${site.host.origin}/news/${[...articles].at(-1)}`)
      expect(response.status).toBe(200)
    },
    { timeout: 300_000, interval: 1000 },
  )

/** Copies the site template into the folder and starts a host on the copy. */
export async function startSite(folder: string): Promise<Site> {
  const dataDir = join(folder, "data")
  await copyData(await getSiteTemplate(), dataDir)
  const site = { dataDir, host: await startHost(dataDir, SETTINGS) }
  onTestFinished(async () => {
    if (!hasHostEnded(site)) await site.host.stop()
  })
  return site
}
