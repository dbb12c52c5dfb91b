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
import { headersFile } from "./csp.ts"
import { fingerprint, listen, type ReadNote } from "./fingerprint.ts"
import { openRenderer, type Page } from "./renderer.ts"
import { type FileNote, hashOf, type Manifest, noteIn, putInto } from "./site-files.ts"
import {
  builtSite,
  folderOf,
  noteSite,
  type Part,
  prune,
  type SiteChange,
  writeJson,
} from "./sites.ts"

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

/** What the host hears: how many files were rendered, a site that can be served, and the end. */
export type Told = { rendered: number } | { site: SiteChange } | { isDone: true }

/** How a file was made, for the next build. */
interface Made {
  given: string
  read: ReadNote
}

/** A file of a site; what was not rendered was only copied. */
interface Item {
  note: FileNote
  made?: Made
  /** Looked at last, and given the same: what it is given is not looked at again. */
  page?: Page
}

/** By path with a leading slash. */
type Items = Map<string, Item>

/** As noted on disk. */
interface Rendered {
  made: Record<string, Made>
}

const RECORD = "rendered.json"
const AT_ONCE = 12
const MOST_WAITING = 64
const TELL_EVERY = 50
const REPORT = "/build.json"
const HEADERS = "/_headers"

const Report = z.looseObject({ version: z.number() })

const folder = process.argv[2] ?? ""
const { during, isSame, forget, look, giveUp, isGivenUp } = listen()
const renderer = await openRenderer(folder)
const assets = (await filesIn(join(folder, "public"))).map((name) => `/${name}`)

interface Last {
  number: number
  items: Items
}

/** The last build, of which the next one is a change. */
let last: Last | null = null

/** Whether what is under way is a change, which may leave out what takes long. */
let isChange = false

const recordOf = (sites: string, build: number) => join(sites, String(build), RECORD)

/** A build as it was noted; null when it is not there. */
async function noted(sites: string, number: number): Promise<Last | null> {
  if (last?.number === number) return last
  const site = await builtSite(sites, number)
  if (!site) return null
  const record: Rendered = JSON.parse(await readFile(recordOf(sites, number), "utf8"))
  const items = Array.from(site.manifest, ([path, note]): [string, Item] => {
    const made = record.made[path]
    return [path, made ? { note, made } : { note }]
  })
  return { number, items: new Map(items) }
}

/** Has everything read anew, with what is left of the build before at hand. */
function readAnew(sites: string, before: Last | null): void {
  forget(
    before
      ? async (path) => {
          const item = before.items.get(path)
          const file = noteIn(folderOf(sites, before.number), path, item?.note)
          return item ? readFile(file, "utf8") : null
        }
      : undefined,
  )
  renderer.forget()
}

/** Whether a page would be made from the same as it was. */
function isAsItWas(page: Page, item: Item): boolean | Promise<boolean> {
  if (!item.made) return false
  if (item.page !== page && item.made.given !== fingerprint(page.props)) return false
  item.page = page
  return isSame(item.made.read)
}

/** Goes through all pages as a build does, so that the next one finds the most of it done. */
async function prepare({ sites, number }: Pick<Job, "sites" | "number">): Promise<void> {
  last = await noted(sites, number)
  readAnew(sites, last)
  look(true)
  for (const route of renderer.routes) {
    for (const page of await renderer.pagesOf(route)) {
      const item = last?.items.get(page.path)
      if (item) await isAsItWas(page, item)
    }
  }
}

async function build(job: Job, tell: (told: Told) => void): Promise<void> {
  const { sites, number, source, siteUrl } = job
  const before = job.previous === null || job.isFull ? null : await noted(sites, job.previous)
  isChange = before !== null
  readAnew(sites, before)

  /** Puts files into a part of the build: what is served already is not written over. */
  const putIn = (part: Part) => {
    const put = putInto(folderOf(sites, number, part))
    return async (path: string, body: Buffer): Promise<FileNote> => ({
      ...(await put(path, body)),
      from: `${number}/${part}`,
    })
  }
  let put = putIn("dist")
  const dist = folderOf(sites, number)
  const queue = pLimit(AT_ONCE)
  /** What was rendered at the first look. */
  const isFresh = new Set<string>()
  let rendered = 0

  /** A file's note; one that is as it was stays where it is. */
  const take = async (path: string, body: Buffer, was?: Item) =>
    was?.note.hash === hashOf(body) ? was.note : put(path, body)

  /** Makes what was made from something else; at the second look also what may be another one by the clock. */
  const lookedThrough = async (from: Items | undefined, isEarly: boolean): Promise<Items> => {
    look(isEarly)
    const items: Items = new Map()
    const writing: Promise<unknown>[] = []
    const takeLater = (path: string, body: () => Promise<Buffer>, made?: Made) => {
      const was = from?.get(path)
      // In its place already, which the first to have a path keeps.
      if (was) items.set(path, was)
      const written = queue(async () => {
        const note = await take(path, await body(), was)
        items.set(path, made ? { note, made } : { note })
      })
      // One that cannot be written ends the process.
      writing.push(written)
    }
    for (const path of assets) {
      const was = from?.get(path)
      if (was) items.set(path, was)
      else takeLater(path, () => readFile(join(folder, "public", path)))
    }
    const taken = new Set([...assets, REPORT])
    for (const route of renderer.routes) {
      for (const page of await renderer.pagesOf(route)) {
        const { path, props } = page
        // The first route to have a path has it, and what is in the public folder comes before all.
        if (items.has(path) || taken.has(path)) continue
        const was = from?.get(path)
        const isDue = was?.made?.read.isTimely && !isEarly && !isFresh.has(path)
        const stays = was && !isDue && isAsItWas(page, was)
        // Not waited for where it is known: 50,000 times that takes longer than to find it out.
        if (was && (stays === true || (await stays))) {
          items.set(path, was)
          continue
        }
        taken.add(path)
        if (isEarly) isFresh.add(path)
        else if (from && isGivenUp()) throw new Error("Something newer is to be built")
        const { made: body, read } = await during(() => renderer.render(page))
        if (!body) continue
        const made = { given: fingerprint(props), read }
        if (queue.pendingCount > MOST_WAITING) await queue(() => {})
        takeLater(path, async () => body, made)
        rendered += 1
        if (rendered % TELL_EVERY === 0) tell({ rendered })
      }
    }
    await Promise.all(writing)
    return items
  }

  /** Adds what depends on all other files, and tells the host what is another one than it knows. */
  const serve = async (items: Items, known?: Items): Promise<SiteChange> => {
    const route = renderer.routes.find(({ pathname }) => pathname === REPORT)
    const body = route && (await renderer.render({ path: REPORT, route, props: {} }))
    const report = Report.parse(JSON.parse(String(body)))
    const changed: SiteChange["changed"] = []
    let [pages, added] = [0, 0]
    const compare = (path: string, { note }: Item) => {
      const was = known?.get(path)
      if (!was) added += 1
      if (was?.note !== note) changed.push([path, note])
    }
    for (const [path, item] of items) {
      if (isHtml(path)) pages += 1
      compare(path, item)
    }
    for (const [path, text] of [
      [REPORT, JSON.stringify({ ...report, pages })],
      [HEADERS, headersFile(renderer.inlineBlocks(), siteUrl)],
    ] as const) {
      const item = { note: await take(path, Buffer.from(text), known?.get(path)) }
      items.set(path, item)
      compare(path, item)
    }
    const isSomeGone = known && items.size - added < known.size
    const site: SiteChange = {
      ...{ number, source, pages, version: report.version },
      isAll: known === undefined,
      changed,
      gone: isSomeGone ? [...known.keys()].filter((path) => !items.has(path)) : [],
    }
    tell({ site })
    return site
  }

  let items = await lookedThrough(before?.items, before !== null)
  let site = await serve(items, before?.items)
  if (before) {
    put = putIn("late")
    try {
      const whole = await lookedThrough(items, false)
      site = await serve(whole, items)
      items = whole
    } catch (error) {
      // What was looked through first is a site too.
      if (!isGivenUp()) throw error
    }
  }
  const manifest: Manifest = new Map()
  const record: Rendered = { made: {} }
  for (const [path, { note, made }] of items) {
    manifest.set(path, note)
    if (made) record.made[path] = made
  }
  await writeJson(recordOf(sites, number), record)
  const { version, pages } = site
  await noteSite(sites, { number, folder: dist, source, version, pages, manifest })
  last = { number, items }
  // What is left over is no reason to be without the site, and none to let the next build wait: that one removes it.
  if (isGivenUp()) return
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
