import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { type BrowserContext, request } from "@playwright/test"
import { z } from "zod"
import { connect } from "../../db/client.ts"
import { DEMO_PASSWORD } from "../../db/demo/accounts.ts"
import { loadDemo } from "../../db/demo/load.ts"
import { storeDemoPictures } from "../../db/demo/pictures.ts"
import { migrate } from "../../db/migrate.ts"
import { startBlobs } from "../../netlify/host/blobs.ts"
import { findFreePort } from "../../netlify/host/listening.ts"
import { startThrowawayPostgres } from "../../netlify/host/postgres/postgres.ts"
import { artistPath } from "../../src/features/artists/paths.ts"
import { LOCALES } from "../../src/i18n/locales.ts"

/** Timeout for the start of the host, whose first build takes up to 20 minutes with 10,000 articles. */
const START_TIMEOUT_MS = 30 * 60_000

async function waitUntilHealthy(origin: string): Promise<void> {
  const end = Date.now() + START_TIMEOUT_MS
  while (Date.now() < end) {
    const response = await fetch(`${origin}/api/health`).catch(() => null)
    if (response?.ok) return
    await sleep(200)
  }
  throw new Error("The host was not ready within half an hour.")
}

export async function createBenchDatabase(extraArticles = 0, isTranslated = true) {
  const postgres = await startThrowawayPostgres()
  await migrate(postgres)
  await loadDemo(postgres.ownerUrl)
  await addComments(postgres.ownerUrl)
  if (extraArticles > 0) await addArticles(postgres.ownerUrl, extraArticles)
  if (extraArticles > 0 && isTranslated) await addTranslations(postgres.ownerUrl)
  return postgres
}

async function storePictures(dataDir: string): Promise<void> {
  const blobs = await startBlobs(join(dataDir, "blobs"))
  process.env.NETLIFY_BLOBS_CONTEXT = blobs.context
  await storeDemoPictures()
  delete process.env.NETLIFY_BLOBS_CONTEXT
  await blobs.stop()
}

export async function startBenchSite(
  extraArticles = 0,
  prepareDatabase?: (ownerUrl: string) => Promise<void>,
) {
  const postgres = await createBenchDatabase(extraArticles)
  await prepareDatabase?.(postgres.ownerUrl)
  const dataDir = await mkdtemp(join(tmpdir(), "daina-bench-"))
  await storePictures(dataDir)
  const port = await findFreePort()
  const host = spawn(process.execPath, ["netlify/host/main.ts"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: dataDir,
      DATABASE_URL: postgres.appUrl,
      AUTH_DATABASE_URL: postgres.authUrl,
      // The host takes the client's IP address from the header X-Forwarded-For, so that benchmarks can choose it.
      TRUSTED_PROXY: "127.0.0.1",
      DATABASE_OWNER_URL: postgres.ownerUrl,
    },
  })
  const stop = async () => {
    if (host.exitCode === null) {
      host.kill("SIGTERM")
      await once(host, "exit")
    }
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  const origin = `http://127.0.0.1:${port}`
  try {
    await waitUntilHealthy(origin)
  } catch (error) {
    await stop()
    throw error
  }
  return { origin, ownerUrl: postgres.ownerUrl, stop }
}

async function addComments(ownerUrl: string): Promise<void> {
  await connect(ownerUrl).as(null).one`
    with authors as (
      select user_id, display_name from profiles where display_name is not null order by display_name limit 3
    ), subjects as (
      select id as news_id, null::uuid as post_id, null::uuid as event_id
      from news where original_id is null and is_published
      union all select null, id, null from team_posts where is_published
      union all select null, null, id from events where event_type = 'public'
    )
    insert into comments (id, news_id, post_id, event_id, user_id, body)
    select gen_random_uuid(), news_id, post_id, event_id, user_id, 'See you there! ' || display_name
    from subjects, authors`
}

async function addArticles(ownerUrl: string, count: number): Promise<void> {
  await connect(ownerUrl).as(null, "10min").one`
    with originals as (
      select row_number() over (order by slug) as position, count(*) over () as total, news.*
      from news where original_id is null
    )
    insert into news (slug, title, excerpt, content, content_html, country, language, is_featured,
      is_published, published_at, created_at, author_id)
    select o.slug || '-' || n, o.title || ' ' || n, o.excerpt, o.content, o.content_html, o.country,
      o.language, false, true, moment, moment, o.author_id
    from generate_series(1, ${count}::integer) as n
    join originals o on o.position = n % o.total + 1,
    lateral (select date_trunc('milliseconds', now() - interval '90 days' - n * interval '1 hour') as moment) age`
}

async function addTranslations(ownerUrl: string): Promise<void> {
  await connect(ownerUrl).as(null, "10min").one`
    insert into news (original_id, slug, title, excerpt, content, content_html, language, is_published,
      published_at, created_at, author_id, translated_from)
    select o.id, o.slug, o.title || ' ' || l.language, o.excerpt, o.content,
      replace(o.content_html, 'the ', 'thē-' || l.language || ' '), l.language, true, o.published_at, o.created_at, o.author_id,
      o.text_changed_at
    from news o, unnest(${LOCALES}::text[]) as l (language)
    where o.original_id is null and o.language <> l.language
    on conflict do nothing`
}

/** Options of a phone's browser context. recordTransfer() would not count the responses of a service worker. */
export const PHONE = { viewport: { width: 390, height: 844 }, serviceWorkers: "block" } as const

export type LoginState = Awaited<ReturnType<BrowserContext["storageState"]>>

export async function logIn(origin: string, email = "member@daina.test"): Promise<LoginState> {
  const api = await request.newContext({ baseURL: origin, extraHTTPHeaders: { origin } })
  const data = { email, password: DEMO_PASSWORD }
  const response = await api.post("/api/auth/sign-in", { data })
  if (!response.ok()) throw new Error(`The log-in failed with status ${response.status()}`)
  return api.storageState()
}

export const BROWSER_ARGS = [
  ...["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  ...["--disable-component-update", "--disable-sync", "--no-first-run"],
]

export const ARTICLE_PATH = "/news/vilnius-crew-league"
export const ARTIST_PATH = artistPath("stray-kids")

const Events = z.object({ events: z.tuple([z.object({ slug: z.string() })], z.unknown()) })

/**
 * Returns the path of an event. The path is not constant,
 * because it contains a date that depends on the first start.
 */
export async function findEventPath(origin: string): Promise<string> {
  const response = await fetch(`${origin}/api/events?scope=public`)
  return `/events/${Events.parse(await response.json()).events[0].slug}`
}
