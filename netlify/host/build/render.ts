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
import { addressOf, deployedFile, PageFailures } from "./failed-pages.ts"
import { fingerprint, listen, type ReadNote } from "./fingerprint.ts"
import { openRenderer, type Page, type Renderer } from "./renderer.ts"
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
  /** The origin of the deployed site, from which a page is taken that cannot be rendered and no build before has. */
  deployed: string | null
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
const { during, isSame, forget, look, giveUp, isGivenUp, onLeftOut, showsWithdrawn } = listen()
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
    // The build reports a route that cannot list its pages.
    for (const page of await renderer.pagesOf(route).catch(() => [])) {
      const item = last?.items.get(page.path)
      if (item) await isAsItWas(page, item)
    }
  }
}

/**
 * Builds in two passes, of which the first skips slow work and is served (decision 60). A page that cannot be rendered
 * stays as it was, and fails no build (decision 72).
 */
async function build(job: Job, tell: (told: Told) => void): Promise<void> {
  const { sites, number, source, siteUrl } = job
  const before = job.previous === null || job.isFull ? null : await noted(sites, job.previous)
  isChange = before !== null
  readAnew(sites, before)

  /** Writes into a part of the build, so that files which are served already are not overwritten. */
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
  /** Paths that the first pass rendered. */
  const renderedFirst = new Set<string>()
  let rendered = 0
  /** The file that is being rendered. */
  let rendering = ""
  let isFirstPass = true
  const isCancelled = () => isGivenUp() && !isFirstPass
  let failed = new PageFailures(isCancelled)
  onLeftOut((path, error) => failed.add(path ?? rendering, error))

  /** Writes a file and returns its note; an unchanged file stays where it is. */
  const take = async (path: string, body: Buffer, was?: Item) =>
    was?.note.hash === hashOf(body) ? was.note : put(path, body)

  /** Returns the files of the build before, for a full build, which needs them only when a page cannot be rendered. */
  const readItemsBefore = async (): Promise<Items> => {
    const build = job.previous === null ? null : noted(sites, job.previous).catch(() => null)
    return (await build)?.items ?? new Map()
  }
  let itemsBefore: Promise<Items> | undefined
  const itemsOf = async (from: Items | undefined) => {
    if (from) return from
    itemsBefore ??= readItemsBefore()
    return itemsBefore
  }

  /** Returns a file as it was; undefined when there is none, or when it shows something that is no longer public. */
  const asItWas = async (path: string, from: Items | undefined): Promise<Item | undefined> => {
    const item = (await itemsOf(from)).get(path)
    const body = item
      ? await readFile(noteIn(dist, path, item.note)).catch(() => null)
      : job.deployed && (await deployedFile(job.deployed, path, assets))
    if (!body || (await showsWithdrawn(body.toString()))) return undefined
    return item ?? { note: await put(path, body) }
  }

  /**
   * Renders the pages whose inputs differ from those in `from`; the second pass also those that depend on the date.
   * Returns all files of the site.
   */
  const runPass = async (from: Items | undefined, isEarly: boolean): Promise<Items> => {
    look(isEarly)
    isFirstPass = isEarly
    failed = new PageFailures(isCancelled)
    const items: Items = new Map()
    const writing: Promise<unknown>[] = []
    /** Routes whose pages cannot be listed. */
    const brokenRoutes: Renderer["routes"] = []
    const takeLater = (path: string, body: () => Promise<Buffer>, made?: Made) => {
      const was = from?.get(path)
      // Takes its place now: the first route with a path keeps it.
      if (was) items.set(path, was)
      const written = queue(async () => {
        const note = await take(path, await body(), was)
        items.set(path, made ? { note, made } : { note })
      })
      // A file that cannot be written ends the process.
      writing.push(written)
    }
    for (const path of assets) {
      const was = from?.get(path)
      if (was) items.set(path, was)
      else takeLater(path, () => readFile(join(folder, "public", path)))
    }
    const taken = new Set([...assets, REPORT])
    for (const route of renderer.routes) {
      const pages = await renderer.pagesOf(route).catch((error) => failed.add(route.route, error))
      if (!pages) brokenRoutes.push(route)
      for (const page of pages ?? []) {
        const { path, props } = page
        // The first route with a path keeps it, and the public folder comes before all routes.
        if (items.has(path) || taken.has(path)) continue
        const was = from?.get(path)
        const isDue = was?.made?.read.isTimely && !isEarly && !renderedFirst.has(path)
        const stays = was && !isDue && isAsItWas(page, was)
        // Awaited only when it is a promise: 50,000 awaits take longer than the comparisons.
        if (was && (stays === true || (await stays))) {
          items.set(path, was)
          continue
        }
        taken.add(path)
        if (isEarly) renderedFirst.add(path)
        else if (from && isGivenUp()) throw new Error("Something newer is to be built")
        rendering = path
        const result = await during(() => renderer.render(page)).catch((error) =>
          failed.add(path, error),
        )
        if (!result) {
          const kept = await asItWas(path, from)
          if (kept) items.set(path, kept)
          continue
        }
        const { made: body, read } = result
        if (!body) continue
        // A page that an item was left out of is rendered again by the next build.
        const made = { given: failed.has(path) ? "" : fingerprint(props), read }
        if (queue.pendingCount > MOST_WAITING) await queue(() => {})
        takeLater(path, async () => body, made)
        rendered += 1
        if (rendered % TELL_EVERY === 0) tell({ rendered })
      }
    }
    for (const { pattern } of brokenRoutes) {
      for (const path of (await itemsOf(from)).keys()) {
        if (items.has(path) || !pattern.test(addressOf(path))) continue
        const kept = await asItWas(path, from)
        if (kept) items.set(path, kept)
      }
    }
    await Promise.all(writing)
    return items
  }

  /** Adds the files that depend on all others, and sends the host the changes since `known`. */
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
    const summary = failed.summary()
    const [first] = summary.pages
    if (pages === 0 && first) {
      throw new Error(`No page could be rendered. ${first.path} failed with: ${first.reason}`)
    }
    const isSomeGone = known && items.size - added < known.size
    const site: SiteChange = {
      ...{ number, source, pages, version: report.version, failed: summary },
      isAll: known === undefined,
      changed,
      gone: isSomeGone ? [...known.keys()].filter((path) => !items.has(path)) : [],
    }
    tell({ site })
    return site
  }

  let items = await runPass(before?.items, before !== null)
  let site = await serve(items, before?.items)
  if (before) {
    put = putIn("late")
    try {
      const whole = await runPass(items, false)
      site = await serve(whole, items)
      items = whole
    } catch (error) {
      // The first pass made a whole site.
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
  await noteSite(sites, {
    ...{ number, folder: dist, source, version, pages, manifest },
    failed: site.failed,
  })
  last = { number, items }
  // Leftovers neither fail this build nor delay the next one, which removes them.
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
