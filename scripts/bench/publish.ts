/** From "publish" to the new page being served as a file. */
import { setTimeout as sleep } from "node:timers/promises"
import { DEMO_PASSWORD } from "../../db/demo/accounts.ts"
import { startBenchSite } from "./bench-site.ts"
import { atMost, type Figure } from "./table.ts"

const ARTICLES = 1000
const TIMEOUT_MS = 120_000

async function signIn(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/api/auth/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "super@daina.test", password: DEMO_PASSWORD }),
  })
  if (!answer.ok) throw new Error(`Signing in answered ${answer.status}`)
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ")
}

/** Seconds until all five locales serve the article prebuilt (status 200; the shell answers 404). */
async function publish(origin: string, cookie: string, slug: string): Promise<number> {
  const began = performance.now()
  const answer = await fetch(`${origin}/api/admin/news`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie },
    body: JSON.stringify({
      title: "Публикация ā",
      slug,
      excerpt: null,
      content: "Text.",
      cover_image_url: null,
      country: "lv",
      language: "ru",
      is_featured: false,
      is_published: true,
    }),
  })
  if (answer.status !== 201) throw new Error(`Publishing answered ${answer.status}`)
  for (const prefix of ["", "/lv", "/et", "/lt", "/ru"]) {
    while ((await fetch(`${origin}${prefix}/news/${slug}`, { method: "HEAD" })).status !== 200) {
      if (performance.now() - began > TIMEOUT_MS) throw new Error("Not served within two minutes")
      await sleep(100)
    }
  }
  return (performance.now() - began) / 1000
}

/** Publishing on a site with 1,000 articles, each written in five languages: the median of three. */
export async function benchPublish(): Promise<Figure[]> {
  const site = await startBenchSite(ARTICLES)
  try {
    const cookie = await signIn(site.origin)
    const times: number[] = []
    for (let index = 0; index < 3; index++)
      times.push(await publish(site.origin, cookie, `bench-${index}`))
    const [, median = 0] = times.sort((a, b) => a - b)
    return [atMost("Publish → served, 1,000 articles × 5 translations", median, 20, "s")]
  } finally {
    await site.stop()
  }
}
