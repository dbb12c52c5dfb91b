/**
 * A build's own process: renders with what Astro bundled once (renderer.ts), without a bundler. After another
 * build of the same source it renders only what was made from something else then (fingerprint.ts); all other
 * files of the site are that build's.
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
  /** The folder of what Astro bundled. */
  renderer: string
  sites: string
  number: number
  source: string
  siteUrl: string
  /** The build before. */
  previous: number | null
  /** Whether all is rendered, whatever the build before has. */
  isFull: boolean
}

/** What the host hears: how many files were rendered, and that a site can be served while its lists are made. */
export type Told = { rendered: number } | { isEarlyReady: true }

/** How a file was made, for the next build. */
interface Made {
  given: string
  read: ReadNote
  /** Which of `inline` is in the page; none in what is no page. */
  inline?: number
}

/** Files by their paths: those that are served first, and those that follow. */
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

/** What takes long with many articles and where nobody looks for a new one first: it is served a moment later. */
const LATE = /^src\/pages\/(search\/|\[sitemap\]|\[\.\.\.locale\]\/news\/page\/)/

const Report = z.looseObject({ version: z.number() })

async function build(job: Job, tell: (told: Told) => void): Promise<void> {
  const { sites, number, source, siteUrl } = job
  const recordOf = (build: number) => join(sites, String(build), RECORD)
  const previous = job.previous === null ? null : await builtSite(sites, job.previous)
  const before: Rendered | null =
    previous && !job.isFull ? JSON.parse(await readFile(recordOf(previous.number), "utf8")) : null

  const { during, isSame } = listen()
  const renderer = await openRenderer(job.renderer)
  const folder = folderOf(sites, number)
  const put = putInto(folder, previous ?? undefined)
  const [queue, slow] = [pLimit(AT_ONCE), pLimit(SLOW_AT_ONCE)]
  const manifest: Manifest = {}
  const parts: Parts = [{}, {}]
  const inline = new Map(before?.inline.map((found, i) => [JSON.stringify(found), i]))
  const writing: Promise<void>[] = []
  let rendered = 0

  /** The note of a file that the build before has. */
  const old = (path: string) => {
    const note = before && previous?.manifest[path]
    return note && { ...note, from: note.from ?? previous.number }
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
    const given = fingerprint(props)
    const [was, note] = [before?.parts[part][path], old(path)]
    if (was && note && was.given === given && (await isSame(was.read))) {
      manifest[path] = note
      parts[part][path] = was
      return
    }
    const { made: body, read } = await during(() => renderer.render(page))
    if (!body) return
    parts[part][path] = { given, read, ...(isHtml(path) && { inline: inlineOf(body) }) }
    if (queue.pendingCount > MOST_WAITING) await queue(() => {})
    // One that cannot be written ends the process.
    writing.push(queue(take, path, body))
    rendered += 1
    if (rendered % TELL_EVERY === 0) tell({ rendered })
  }

  const renderPart = async (part: 0 | 1) => {
    for (const route of renderer.routes) {
      if (LATE.test(route.component) !== (part === 1) || route.pathname === REPORT) continue
      for (const page of await renderer.pagesOf(route)) {
        // The first route to have a path has it, and what is in the public folder comes before all.
        if (!taken.has(page.path)) await renderPage(page, part)
        taken.add(page.path)
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
    return { number, folder, manifest, source, version: report.version, pages }
  }

  const assets = (await filesIn(join(job.renderer, "public"))).map((name) => `/${name}`)
  const taken = new Set([...assets, REPORT])
  for (const path of assets) {
    const note = old(path)
    if (note) manifest[path] = note
    // Beside the pages: to compress a script well takes as long as rendering many of them.
    else
      writing.push(slow(async () => take(path, await readFile(join(job.renderer, "public", path)))))
  }
  await renderPart(0)
  if (before) {
    const late = Object.keys(before.parts[1]).filter((path) => !(path in manifest))
    for (const path of late) {
      const note = old(path)
      if (note) manifest[path] = note
    }
    parts[1] = before.parts[1]
    await noteSite(sites, await closed(), "early")
    tell({ isEarlyReady: true })
    for (const path of late) delete manifest[path]
    parts[1] = {}
  }
  await renderPart(1)
  const site = await closed()
  const record: Rendered = {
    inline: [...inline.keys()].map((key): Rendered["inline"][number] => JSON.parse(key)),
    parts,
  }
  await writeJson(recordOf(number), record)
  await noteSite(sites, site, "whole")
  // What is left over is no reason to be without the site.
  await prune(sites).catch((error) => console.error("Earlier builds could not be removed:", error))
}

const isHtml = (path: string) => path.endsWith(".html")

await build(JSON.parse(process.argv[2] ?? ""), (told) => process.send?.(told))
process.exit()
