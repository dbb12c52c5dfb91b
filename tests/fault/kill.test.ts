/** Kills the host, its database and its builds at random moments. `FAULT_KILLS` sets the number of kills. */
import { execFileSync } from "node:child_process"
import { createHash, randomBytes, randomInt } from "node:crypto"
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import sharp from "sharp"
import { expect, onTestFinished, test, vi } from "vitest"
import { DEMO_PASSWORD } from "../../db/demo/accounts.ts"
import { findRunningPid } from "../../netlify/host/postgres/cluster.ts"
import { chooseInstallation } from "../../netlify/host/postgres/installation.ts"
import { getCookies } from "../host/support/started-host.ts"
import { articleFields } from "../support/people/admin.ts"
import { postFields } from "../support/people/teams.ts"
import { makeSmallPng } from "../support/pictures.ts"
import { copyData, getSiteTemplate, makeDataFolder, startHost } from "../support/site-template.ts"

const KILLS = Number(process.env.FAULT_KILLS ?? 50)
const CALL_TIMEOUT_MS = 15_000

type Host = Awaited<ReturnType<typeof startHost>>

const SETTINGS = {
  REBUILDS: "1",
  DRAWINGS_PER_BUILD: "0",
  // No server listens at this port.
  YOUTUBE_IMAGES_URL: "http://127.0.0.1:9",
}

interface Site {
  dataDir: string
  host: Host
}

async function supervise(site: Site): Promise<void> {
  const { exitCode, signalCode } = site.host.process
  if (exitCode === null && signalCode === null) return
  site.host = await startHost(site.dataDir, SETTINGS)
}

const hasEnded = ({ host: { process } }: Site) =>
  process.exitCode !== null || process.signalCode !== null

function makeLedger() {
  return {
    likes: new Set<string>(),
    posts: new Set<string>(),
    pictures: new Map<string, string>(),
    articles: new Set<string>(),
  }
}
type Ledger = ReturnType<typeof makeLedger>

/** Returns a function that sends a request as the member and resolves to null if there is no response. */
async function logIn(site: Site, email: string) {
  const headers = { origin: site.host.origin, cookie: "" }
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
type SendAsMember = Awaited<ReturnType<typeof logIn>>

const POSTS = "/api/teams/rigas-zvaigznes/posts"
const makeUniqueWord = () => randomBytes(6).toString("hex")
const parseJson = (bytes: Buffer): Record<string, unknown> => JSON.parse(bytes.toString() || "{}")

async function makeRandomPicture(): Promise<Blob> {
  const png = await makeSmallPng(`#${randomBytes(3).toString("hex")}`, 640, 360)
  return new Blob([new Uint8Array(png)], { type: "image/png" })
}

type Members = Record<"member" | "owner" | "super", SendAsMember>

const WRITERS = {
  async like({ member }: Members, { likes }: Ledger) {
    const song = `snapshot-song-${randomInt(1, 40)}`
    const response = await member("PUT", `/api/likes/song/${song}`)
    if (response && response.status < 300) likes.add(song)
  },
  async post({ owner }: Members, { posts }: Ledger) {
    const title = `Post ${makeUniqueWord()}`
    const body = { ...postFields, title, content: "Text. ".repeat(200), is_published: true }
    const response = await owner("POST", POSTS, body)
    if (response?.status === 201) posts.add(title)
  },
  async picture({ super: superAdmin }: Members, { pictures }: Ledger) {
    const response = await superAdmin("POST", "/api/uploads/news-images", await makeRandomPicture())
    if (response?.status !== 201) return
    pictures.set(String(parseJson(response.bytes)["url"]), "")
  },
  async article({ super: superAdmin }: Members, { articles }: Ledger) {
    const slug = `fault-${makeUniqueWord()}`
    const response = await superAdmin("POST", "/api/admin/news", {
      ...articleFields,
      slug,
      is_published: true,
    })
    if (response?.status === 201) articles.add(slug)
  },
}

const PAGES = ["/", "/lv", "/news", "/ru/teams", "/et/calendar"]

/** Loads a path. Returns a description of a wrong response, otherwise null. */
async function checkPath(site: Site, path: string, ledger: Ledger): Promise<string | null> {
  let bytes: Buffer
  let status: number
  try {
    const response = await fetch(site.host.origin + path, {
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    })
    status = response.status
    bytes = Buffer.from(await response.arrayBuffer())
  } catch {
    // The host is down or the connection was cut, which is allowed.
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
  return sharp(bytes)
    .stats()
    .then(
      () => null,
      () => `${path} is an incomplete picture`,
    )
}

/** Returns the process id of Astro or of the render worker, if it runs. */
async function findRunningBuild({ host }: Site): Promise<number | null> {
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue
    const read = (file: string) => readFile(`/proc/${name}/${file}`, "utf8").catch(() => "")
    if (!/astro\.mjs|build\/render-worker\.ts/.test(await read("cmdline"))) continue
    const [, parent] = /\) \S (\d+)/.exec(await read("stat")) ?? []
    if (Number(parent) === host.process.pid) return Number(name)
  }
  return null
}

function killProcess(pid: number, withGroup: boolean): void {
  try {
    process.kill(withGroup ? -pid : pid, "SIGKILL")
  } catch {
    // The process has ended in the meantime.
  }
}

const VICTIMS = ["host", "database", "build"] as const

async function killVictim(victim: (typeof VICTIMS)[number], site: Site): Promise<boolean> {
  if (victim === "host") {
    site.host.process.kill("SIGKILL")
    await vi.waitFor(() => expect(hasEnded(site)).toBe(true), { timeout: 10_000 })
    return true
  }
  const isBuild = victim === "build"
  const pid = isBuild
    ? await findRunningBuild(site)
    : await findRunningPid(await chooseInstallation(site.dataDir))
  if (pid) killProcess(pid, isBuild)
  return Boolean(pid)
}

/** Called before the first kill, because a log-in can take seconds. */
const logInAll = async (site: Site) => ({
  member: await logIn(site, "member@daina.test"),
  owner: await logIn(site, "owner@daina.test"),
  super: await logIn(site, "super@daina.test"),
})

async function runTraffic(
  site: Site,
  members: Members,
  ledger: Ledger,
  signal: AbortSignal,
): Promise<string[]> {
  const problems: string[] = []
  const repeatUntilAborted = async (work: () => Promise<void>) => {
    while (!signal.aborted) {
      await work()
      // Slow enough for the rate limits.
      await sleep(300)
    }
  }
  await Promise.all([
    ...Object.values(WRITERS).map((write) => repeatUntilAborted(() => write(members, ledger))),
    repeatUntilAborted(async () => {
      const paths = [...PAGES, ...[...ledger.pictures.keys()].slice(-3)]
      for (const path of paths) {
        const problem = await checkPath(site, path, ledger)
        if (problem) problems.push(problem)
      }
    }),
  ])
  return problems
}

async function expectAcknowledgedData(site: Site, ledger: Ledger): Promise<void> {
  const member = await logIn(site, "member@daina.test")
  const superAdmin = await logIn(site, "super@daina.test")
  const liked = (await member("GET", "/api/likes"))?.bytes.toString() ?? ""
  expect([...ledger.likes].filter((song) => !liked.includes(`"${song}"`))).toEqual([])
  let posts = ""
  for (let cursor = ""; ; ) {
    const page = await superAdmin("GET", `${POSTS}?limit=50${cursor}`)
    const { next } = parseJson(page?.bytes ?? Buffer.from("{}"))
    posts += page?.bytes.toString()
    if (typeof next !== "string") break
    cursor = `&cursor=${encodeURIComponent(next)}`
  }
  expect([...ledger.posts].filter((title) => !posts.includes(title))).toEqual([])
  for (const url of ledger.pictures.keys()) expect(await checkPath(site, url, ledger)).toBeNull()
  for (const slug of ledger.articles) {
    expect((await superAdmin("GET", `/api/news/${slug}`))?.status, slug).toBe(200)
  }
}

const expectPublished = (site: Site, { articles }: Ledger, timeout: number) =>
  vi.waitFor(
    async () => {
      const response = await fetch(`${site.host.origin}/news/${[...articles].at(-1)}`)
      expect(response.status).toBe(200)
    },
    { timeout, interval: 1000 },
  )

async function startSite(folder: string): Promise<Site> {
  const dataDir = join(folder, "data")
  await copyData(await getSiteTemplate(), dataDir)
  const site = { dataDir, host: await startHost(dataDir, SETTINGS) }
  onTestFinished(async () => {
    if (!hasEnded(site)) await site.host.stop()
  })
  return site
}

test(`${KILLS} kills lose no acknowledged data`, async () => {
  const folder = await makeDataFolder()
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const site = await startSite(folder)
  const ledger = makeLedger()
  const stopTraffic = new AbortController()
  const traffic = runTraffic(site, await logInAll(site), ledger, stopTraffic.signal)
  const kills = { host: 0, database: 0, build: 0 }
  for (let kill = 0; kill < KILLS; kill += 1) {
    await sleep(randomInt(50, 3000))
    const victim = VICTIMS[randomInt(VICTIMS.length)] ?? "host"
    const killed = (await killVictim(victim, site)) ? victim : "host"
    if (killed !== victim) await killVictim("host", site)
    kills[killed] += 1
    await supervise(site)
  }
  stopTraffic.abort()
  const problems = await traffic
  await vi.waitFor(
    async () => {
      await supervise(site)
      expect((await fetch(`${site.host.origin}/api/health`)).status).toBe(200)
    },
    { timeout: 60_000, interval: 500 },
  )
  const { likes, posts, pictures, articles } = ledger
  console.log(kills, {
    likes: likes.size,
    posts: posts.size,
    pictures: pictures.size,
    articles: articles.size,
  })
  expect(problems).toEqual([])
  if (KILLS >= 10) expect(Math.min(...Object.values(kills))).toBeGreaterThan(0)
  expect(Math.min(likes.size, posts.size, pictures.size, articles.size)).toBeGreaterThan(0)
  await expectAcknowledgedData(site, ledger)
  await expectPublished(site, ledger, 300_000)
}, 3_000_000)

/** Returns null if this user may not mount a file system. */
async function mountSmallDisk(megabytes: number): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), "daina-disk-"))
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=711`, "tmpfs", folder], {
      stdio: "ignore",
    })
  } catch {
    await rm(folder, { recursive: true })
    return null
  }
  onTestFinished(async () => {
    execFileSync("umount", ["--lazy", folder])
    await rm(folder, { recursive: true })
  })
  return folder
}

const getMegabytes = (folder: string) =>
  Number(execFileSync("du", ["-sm", folder]).toString().split("\t")[0])

test("on a full disk, the host refuses writes and serves pages, and works again with free space", async ({
  skip,
}) => {
  const disk = await mountSmallDisk(getMegabytes(await getSiteTemplate()) + 120)
  if (!disk) return skip("mounting a file system is not allowed")
  const site = await startSite(disk)
  const ledger = makeLedger()
  const superAdmin = await logIn(site, "super@daina.test")
  const members = {
    member: superAdmin,
    owner: await logIn(site, "owner@daina.test"),
    super: superAdmin,
  }
  const filler = join(disk, "filler")
  const fill = () => {
    try {
      execFileSync(
        "dd",
        ["if=/dev/zero", `of=${filler}`, "bs=64k", "oflag=append", "conv=notrunc"],
        { stdio: "ignore" },
      )
    } catch {
      // dd fails when the disk is full.
    }
  }
  fill()
  const statuses = new Set<number | undefined>()
  const write = async (member: SendAsMember, path: string, body: unknown) => {
    statuses.add((await member("POST", path, body))?.status)
  }
  for (let i = 0; i < 60; i += 1) {
    const content = randomBytes(4000).toString("hex")
    await write(members.owner, POSTS, { ...postFields, title: `Post ${makeUniqueWord()}`, content })
    if (i % 10 === 0) {
      await write(superAdmin, "/api/uploads/news-images", await makeRandomPicture())
      fill()
    }
    expect(await checkPath(site, "/", ledger)).toBeNull()
  }
  // Writes get 503, or no response while the host restarts.
  for (const status of [500, 502]) expect([...statuses]).not.toContain(status)
  await rm(filler)
  await vi.waitFor(
    async () => {
      await supervise(site)
      const before = ledger.posts.size
      await WRITERS.post(members, ledger)
      expect(ledger.posts.size).toBe(before + 1)
    },
    { timeout: 120_000, interval: 2000 },
  )
  await WRITERS.article(members, ledger)
  await expectAcknowledgedData(site, ledger)
  await expectPublished(site, ledger, 300_000)
}, 1_200_000)
