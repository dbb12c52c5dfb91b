import { setTimeout as sleep } from "node:timers/promises"
import { type APIRequestContext, request } from "@playwright/test"
import { z } from "zod"
import { logIn, startBenchSite } from "./bench-site.ts"
import { atMost, median, type Result } from "./table.ts"

const TIMEOUT_MS = 600_000
/** Pause between the publishing of two articles. It is longer than the minimum time between two builds. */
const PAUSE_MS = 11_000

async function publish(origin: string, api: APIRequestContext, slug: string) {
  const indexBefore = await readSearchIndexFolder(origin)
  const start = performance.now()
  const measureSecondsUntil = async (isPublished: () => Promise<boolean>) => {
    while (!(await isPublished())) {
      if (performance.now() - start > TIMEOUT_MS)
        throw new Error("The article was not served within ten minutes")
      await sleep(50)
    }
    return (performance.now() - start) / 1000
  }
  const response = await api.post("/api/admin/news", {
    data: {
      title: "Публикация ā",
      slug,
      excerpt: null,
      content: "Text.",
      cover_image_url: null,
      country: "lv",
      language: "ru",
      is_featured: false,
      is_published: true,
    },
  })
  if (response.status() !== 201)
    throw new Error(`Publishing failed with status ${response.status()}`)
  const pagesSeconds = await measureSecondsUntil(async () => {
    const pages = ["", "/lv", "/et", "/lt", "/ru"].map((prefix) =>
      fetch(`${origin}${prefix}/news/${slug}`, { method: "HEAD" }),
    )
    return (await Promise.all(pages)).every(({ status }) => status === 200)
  })
  const searchSeconds = await measureSecondsUntil(
    async () => (await readSearchIndexFolder(origin)) !== indexBefore,
  )
  return { pagesSeconds, searchSeconds }
}

const Manifest = z.object({ folder: z.string() })

/** Returns the name of the folder of the search index, which is a hash of the index. */
async function readSearchIndexFolder(origin: string): Promise<string> {
  return Manifest.parse(await (await fetch(`${origin}/search/en.json`)).json()).folder
}

async function benchPublishing(articles: number, maxSeconds: number): Promise<Result[]> {
  const site = await startBenchSite(articles)
  try {
    const api = await request.newContext({
      baseURL: site.origin,
      extraHTTPHeaders: { origin: site.origin },
      storageState: await logIn(site.origin, "super@daina.test"),
    })
    const times: Awaited<ReturnType<typeof publish>>[] = []
    for (let index = 0; index < 3; index++) {
      times.push(await publish(site.origin, api, `bench-${index}`))
      await sleep(PAUSE_MS)
    }
    const size = `${articles.toLocaleString("en-US")} articles × 5 translations`
    return [
      atMost(
        `Publish → served, ${size}`,
        median(times.map(({ pagesSeconds }) => pagesSeconds)),
        maxSeconds,
        "s",
      ),
      atMost(
        `Publish → in search, sitemap and older lists, ${size}`,
        median(times.map(({ searchSeconds }) => searchSeconds)),
        Number.POSITIVE_INFINITY,
        "s",
      ),
    ]
  } finally {
    await site.stop()
  }
}

export const benchPublish = () => benchPublishing(1000, 15)

export const benchLargePublish = () => benchPublishing(10_000, 2)
