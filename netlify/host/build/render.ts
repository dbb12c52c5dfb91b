/**
 * The process that renders, with what Astro bundled once (renderer.ts), without a bundler. After another build of
 * the same source it renders only what was made from something else then (fingerprint.ts); all other files of the
 * site are that build's. It stays from one build to the next, with what it knows of the last one.
 */
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import pLimit from "p-limit"
import { z } from "zod"
import { filesIn } from "./build-folder.ts"
import { collectInline, headersFile, isEmbed, noInline } from "./csp.ts"
import { fingerprint, listen, type ReadNote } from "./fingerprint.ts"
import { AT_ONCE, hashOf, type Manifest, putInto } from "./precompress.ts"
import { openRenderer, type Page } from "./renderer.ts"
import { type BuiltSite, builtSite, folderOf, noteSite, prune, writeJson } from "./sites.ts"

export interface Job {
  sites: string
  number: number
  source: string
  siteUrl: string
  /** The build before. */
  previous: number | null
  /** Whether all is rendered, whatever the build before has. */
  isFull: boolean
}

/**
 * What the host says: what to build, of which build the next one will be a change, or that there is something newer,
 * so that what takes long can stay as it was.
 */
export type Asked = { build: Job } | { prepare: Pick<Job, "sites" | "number"> } | { hurry: true }

/** What the host hears: how many files were rendered, that a site can be served while the rest is made, and the end. */
export type Told = { rendered: number } | { isEarlyReady: true } | { isDone: true }

/** How a file was made, for the next build. */
interface Made {
  given: string
  read: ReadNote
  /** Which of `inline` is in the page; none in what is no page. */
  inline?: number
}

/** Files by their paths: those that are served first, and those that take longer. */
type Parts = [Record<string, Made>, Record<string, Made>]

interface Rendered {
  inline: { scripts: string[]; styles: string[] }[]
  parts: Parts
}

const RECORD = "rendered.json"
const SLOW_AT_ONCE = 2
const MOST_WAITING = 64
const TELL_EVERY = 50
const REPORT = "/build.json"

/** The index of search is made as a whole, which takes long with many articles: it is served a moment later. */
const LATE = /^src\/pages\/search\//

const Report = z.looseObject({ version: z.number() })

const folder = process.argv[2] ?? ""
const { during, isSame, forget, giveUp, isGivenUp } = listen()
const renderer = await openRenderer(folder)

interface Last {
  site: BuiltSite
  rendered: Rendered
}

/** The last build, of which the next one is a change. */
let last: Last | null = null

/** Whether a build is under way that has another one's lists to leave as they are. */
let isChange = false

const recordOf = (sites: string, build: number) => join(sites, String(build), RECORD)

/** A build as it was noted; null when it is not there. */
async function noted(sites: string, number: number): Promise<Last | null> {
  if (last?.site.number === number) return last
  const site = await builtSite(sites, number)
  return site && { site, rendered: JSON.parse(await readFile(recordOf(sites, number), "utf8")) }
}

const isLate = ({ component }: Page["route"]) => LATE.test(component)

/** Goes through all pages as a build does, so that the next one finds the most of it done. */
async function prepare({ sites, number }: Pick<Job, "sites" | "number">): Promise<void> {
  last = await noted(sites, number)
  const made = last?.rendered.parts[0]
  for (const route of renderer.routes) {
    if (isLate(route) || route.pathname === REPORT) continue
    for (const { path, props } of await renderer.pagesOf(route)) {
      fingerprint(props)
      const was = made?.[path]
      if (was) await isSame(was.read)
    }
  }
}

async function build(job: Job, tell: (told: Told) => void): Promise<void> {
  const { sites, number, source, siteUrl } = job
  const known = job.previous === null || job.isFull ? null : await noted(sites, job.previous)
  const before = known?.rendered
  isChange = before !== undefined
  // Of what a full build makes alike, the compressed files are that one's.
  const previous =
    known?.site ?? (job.previous === null ? null : await builtSite(sites, job.previous))
  forget()
  renderer.forget()

  const putLike = (site?: BuiltSite | null) => putInto(folderOf(sites, number), site ?? undefined)
  // What changed has other content than before, and to look for it takes as long as to compress it.
  let put = putLike(before ? null : previous)
  const [queue, slow] = [pLimit(AT_ONCE), pLimit(SLOW_AT_ONCE)]
  const manifest: Manifest = {}
  const parts: Parts = [{}, {}]
  const inline = new Map(before?.inline.map((found, i) => [JSON.stringify(found), i]))
  const writing: Promise<void>[] = []
  /** What read the clock, and else would stay as it was. */
  const timely: Page[] = []
  let rendered = 0

  /** The note of a file that the build before has. */
  const old = (path: string) => {
    const note = before && previous?.manifest[path]
    return note && (note.from === undefined ? { ...note, from: previous.number } : note)
  }

  /** Takes a file into the site; one that is as it was stays where it is. */
  const take = async (path: string, body: Buffer) => {
    const note = old(path)
    manifest[path] = note?.hash === hashOf(body) ? note : await put(path, body)
  }

  const inlineOf = (html: Buffer) => {
    const { scripts, styles } = noInline()
    collectInline(html.toString(), { scripts, styles })
    const key = JSON.stringify({ scripts: [...scripts], styles: [...styles] })
    const known = inline.get(key) ?? inline.size
    inline.set(key, known)
    return known
  }

  const renderPage = async (page: Page, part: 0 | 1) => {
    const { path, props } = page
    const { made: body, read } = await during(() => renderer.render(page))
    if (!body) return
    const given = fingerprint(props)
    parts[part][path] = { given, read, ...(isHtml(path) && { inline: inlineOf(body) }) }
    if (queue.pendingCount > MOST_WAITING) await queue(() => {})
    // One that cannot be written ends the process.
    writing.push(queue(take, path, body))
    rendered += 1
    if (rendered % TELL_EVERY === 0) tell({ rendered })
  }

  /** Leaves a page as it was, if it was made from the same. */
  const keep = async ({ path, props }: Page, part: 0 | 1): Promise<Made | null> => {
    const [was, note] = [before?.parts[part][path], old(path)]
    if (!was || !note || was.given !== fingerprint(props)) return null
    if (!(await isSame(was.read))) return null
    manifest[path] = note
    parts[part][path] = was
    return was
  }

  const renderPart = async (part: 0 | 1) => {
    for (const route of renderer.routes) {
      if (isLate(route) !== (part === 1) || route.pathname === REPORT) continue
      for (const page of await renderer.pagesOf(route)) {
        // The first route to have a path has it, and what is in the public folder comes before all.
        if (taken.has(page.path)) continue
        taken.add(page.path)
        if (part === 1 && before && isGivenUp()) throw new Error("Something newer is to be built")
        const kept = await keep(page, part)
        if (kept?.read.isTimely && part === 0) timely.push(page)
        else if (!kept || kept.read.isTimely) await renderPage(page, part)
      }
    }
    await Promise.all(writing.splice(0))
  }

  const policy = () => {
    const all = [...inline.keys()].map((key): Rendered["inline"][number] => JSON.parse(key))
    const used = Object.entries({ ...parts[0], ...parts[1] })
    const inlineWhere = (isThere: (path: string) => boolean) => {
      const numbers = new Set(used.flatMap(([path, made]) => (isThere(path) ? made.inline : [])))
      const found = [...numbers].flatMap((i) => all[i ?? -1] ?? [])
      return {
        scripts: new Set(found.flatMap(({ scripts }) => scripts)),
        styles: new Set(found.flatMap(({ styles }) => styles)),
      }
    }
    const site = inlineWhere((path) => !isEmbed(path))
    return headersFile(site, inlineWhere(isEmbed), siteUrl)
  }

  /** Adds what depends on all other files. */
  const closed = async (): Promise<BuiltSite> => {
    const route = renderer.routes.find(({ pathname }) => pathname === REPORT)
    const body = route && (await renderer.render({ path: REPORT, route, props: {} }))
    const report = Report.parse(JSON.parse(String(body)))
    const pages = Object.keys(manifest).filter(isHtml).length
    await take(REPORT, Buffer.from(JSON.stringify({ ...report, pages })))
    await take("/_headers", Buffer.from(policy()))
    const { version } = report
    return { number, folder: folderOf(sites, number), manifest, source, version, pages }
  }

  /** Leaves as it was what takes long. */
  const keepLate = ({ parts: [, late] }: Rendered) => {
    for (const path of Object.keys(late)) {
      const note = path in manifest ? null : old(path)
      if (note) manifest[path] = note
    }
    parts[1] = late
  }

  const dropLate = () => {
    for (const path of Object.keys(parts[1])) if (!(path in parts[0])) delete manifest[path]
    parts[1] = {}
  }

  const assets = (await filesIn(join(folder, "public"))).map((name) => `/${name}`)
  const taken = new Set([...assets, REPORT])
  for (const path of assets) {
    const note = old(path)
    if (note) manifest[path] = note
    // Beside the pages: to compress a script well takes as long as rendering many of them.
    else writing.push(slow(async () => take(path, await readFile(join(folder, "public", path)))))
  }
  await renderPart(0)
  if (before) {
    keepLate(before)
    await noteSite(sites, await closed(), "early")
    tell({ isEarlyReady: true })
    dropLate()
  }
  try {
    for (const page of timely) if (!isGivenUp()) await renderPage(page, 0)
    // The index of search has a new name each time, for much that is as it was.
    put = putLike(previous)
    await renderPart(1)
  } catch (error) {
    if (!before || !isGivenUp()) throw error
    await Promise.all(writing.splice(0))
    dropLate()
    keepLate(before)
  }
  const site = await closed()
  const record: Rendered = {
    inline: [...inline.keys()].map((key): Rendered["inline"][number] => JSON.parse(key)),
    parts,
  }
  await writeJson(recordOf(sites, number), record)
  await noteSite(sites, site, "whole")
  last = { site, rendered: record }
  // What is left over is no reason to be without the site.
  await prune(sites).catch((error) => console.error("Earlier builds could not be removed:", error))
}

const isHtml = (path: string) => path.endsWith(".html")

const tell = (told: Told) => process.send?.(told)

let working = Promise.resolve()
process.on("message", (asked: Asked) => {
  if ("hurry" in asked) {
    if (isChange) giveUp()
    return
  }
  working = working.then(async () => {
    if ("prepare" in asked) return prepare(asked.prepare)
    await build(asked.build, tell)
    tell({ isDone: true })
  })
})
process.once("disconnect", () => process.exit())
