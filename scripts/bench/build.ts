/** Measures the pages per second and the memory of full builds. */
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { buildSite } from "../../netlify/host/build/build-site.ts"
import { createSourceKey } from "../../netlify/host/build/source-key.ts"
import { createBenchDatabase } from "./bench-site.ts"
import { atLeast, atMost, type Result } from "./table.ts"

const POLL_INTERVAL_MS = 250
const SITE_URL = "http://localhost:4321"

/** Returns the peak memory in MB of the largest child process that runs Node. Returns 0 on systems other than Linux. */
async function readPeakMemoryOfChildren(): Promise<number> {
  const children = await readFile(
    `/proc/${process.pid}/task/${process.pid}/children`,
    "utf8",
  ).catch(() => "")
  let peakMb = 0
  for (const pid of children.trim().split(" ").filter(Boolean)) {
    const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "")
    const isNode = /^Name:\s+(node|MainThread)/m.test(status)
    const [, kB = "0"] = /^VmHWM:\s+(\d+) kB/m.exec(status) ?? []
    if (isNode) peakMb = Math.max(peakMb, Number(kB) / 1000)
  }
  return peakMb
}

async function measureBuild(articles: number, { isTranslated }: { isTranslated: boolean }) {
  const postgres = await createBenchDatabase(articles, isTranslated)
  const folder = await mkdtemp(join(tmpdir(), "daina-build-"))
  let peakMemoryMb = 0
  const poll = setInterval(async () => {
    peakMemoryMb = Math.max(peakMemoryMb, await readPeakMemoryOfChildren())
  }, POLL_INTERVAL_MS)
  try {
    const began = performance.now()
    const { pages } = await buildSite({
      root: process.cwd(),
      ...{ sitesFolder: folder, number: 1, siteUrl: SITE_URL },
      source: await createSourceKey(process.cwd(), SITE_URL),
      databaseUrl: postgres.appUrl,
      signal: new AbortController().signal,
      onProgress: () => {},
    })
    return { pages, seconds: (performance.now() - began) / 1000, peakMemoryMb }
  } finally {
    clearInterval(poll)
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

export async function benchBuild(): Promise<Result[]> {
  const { pages, seconds } = await measureBuild(1950, { isTranslated: true })
  return [atLeast(`Full build of ${pages} pages, all translated`, pages / seconds, 300, "pages/s")]
}

export async function benchMemory(): Promise<Result[]> {
  const { pages, seconds, peakMemoryMb } = await measureBuild(9200, { isTranslated: false })
  return [
    atMost(`Memory of a build of ${pages} pages`, peakMemoryMb, 1500, "MB"),
    atLeast(`Full build of ${pages} pages`, pages / seconds, 300, "pages/s"),
  ]
}
