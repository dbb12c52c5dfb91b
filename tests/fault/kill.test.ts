/** Kills the host, its database and its builds at random times. `FAULT_KILLS` sets the number of kills. */
import { randomInt } from "node:crypto"
import { readdir, readFile, rm } from "node:fs/promises"
import { setTimeout as sleep } from "node:timers/promises"
import { expect, onTestFinished, test, vi } from "vitest"
import { findRunningPid } from "../../netlify/host/postgres/cluster.ts"
import { chooseInstallation } from "../../netlify/host/postgres/installation.ts"
import { makeDataFolder } from "../support/site-template.ts"
import {
  checkPath,
  expectAcknowledgedData,
  expectLastArticlePublished,
  hasHostEnded,
  type Ledger,
  logIn,
  type Members,
  makeLedger,
  restartHostIfEnded,
  type Site,
  startSite,
  WRITERS,
} from "./support/site-traffic.ts"

const KILLS = Number(process.env.FAULT_KILLS ?? 50)

const PAGES = ["/", "/lv", "/news", "/ru/teams", "/et/calendar"]

/** Returns the process id of Astro or of the render worker; null if neither is running. */
async function findRunningBuild({ host }: Site): Promise<number | null> {
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue
    const read = (file: string) => readFile(`/proc/${name}/${file}`, "utf8").catch(() => "")
    if (!/astro\.mjs|build\/render-worker\.ts/.test(await read("cmdline"))) continue
    // The file has the form "123 (node) S 45 …", with the id of the parent process after the state.
    const [, parentPid] = /\) \S (\d+)/.exec(await read("stat")) ?? []
    if (Number(parentPid) === host.process.pid) return Number(name)
  }
  return null
}

function killProcess(pid: number, { withGroup }: { withGroup: boolean }): void {
  try {
    process.kill(withGroup ? -pid : pid, "SIGKILL")
  } catch {
    // The process has ended in the meantime.
  }
}

const VICTIMS = ["host", "database", "build"] as const

/** Kills a process of this kind. Returns false if none is running. */
async function killVictim(victim: (typeof VICTIMS)[number], site: Site): Promise<boolean> {
  if (victim === "host") {
    site.host.process.kill("SIGKILL")
    await vi.waitFor(() => expect(hasHostEnded(site)).toBe(true), { timeout: 10_000 })
    return true
  }
  const isBuild = victim === "build"
  const pid = isBuild
    ? await findRunningBuild(site)
    : await findRunningPid(await chooseInstallation(site.dataDir))
  if (pid) killProcess(pid, { withGroup: isBuild })
  return Boolean(pid)
}

const logInAll = async (site: Site) => ({
  member: await logIn(site, "member@daina.test"),
  owner: await logIn(site, "owner@daina.test"),
  superAdmin: await logIn(site, "super@daina.test"),
})

/** Sends write and read requests until the signal aborts. Returns descriptions of all wrong responses. */
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
      // Stays below the rate limits.
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
    // The host is killed in place of a victim that is not running.
    if (killed !== victim) await killVictim("host", site)
    kills[killed] += 1
    await restartHostIfEnded(site)
  }
  stopTraffic.abort()
  const problems = await traffic
  await vi.waitFor(
    async () => {
      await restartHostIfEnded(site)
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
  await expectLastArticlePublished(site, ledger)
}, 3_000_000)
