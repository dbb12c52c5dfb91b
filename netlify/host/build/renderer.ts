/**
 * What Astro bundled to render pages with, kept by `keepRenderer` in scripts/integrations.ts: this does what
 * Astro's own build does with it (astro/dist/core/build/generate.js), as often as it is asked.
 */
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type { RouteData, SSRManifest } from "astro"
import { StaticPaths } from "astro/runtime/prerender/static-paths.js"
import islandScript from "astro/runtime/server/astro-island.prebuilt.js"
import type {} from "../../../src/shared/inline-scripts.ts"
import type { InlineBlocks } from "./csp.ts"

/** What `getStaticPaths` gives for a page. */
interface Given {
  params: object
  props?: object
}

interface Cached {
  mod: unknown
  staticPaths: Given[] & { keyed: Map<string, Given> }
}

/** Astro's `BuildApp`, which has no public type. */
interface App {
  manifest: SSRManifest
  routeCache: {
    get(route: RouteData): Cached | undefined
    set(route: RouteData, cached: Cached): void
    clearAll(): void
  }
  getComponentByRoute(
    route: RouteData,
  ): Promise<{ getStaticPaths?(options: { routePattern: string }): Promise<Given[]> }>
  setInternals(internals: object): void
  setOptions(options: object): void
  render(request: Request, options: { routeData: RouteData }): Promise<Response>
}

interface Note {
  entry: string
  origin: string
  styles: [string, unknown[]][]
  artState: string
}

/** A file that is rendered. */
export interface Page {
  /** In the site, with a leading slash. */
  path: string
  route: RouteData
  /** What `getStaticPaths` gives it. */
  props: object
  /** As Astro's cache has it; none for a route that is one page. */
  cached?: { key: string; given: Given }
}

export interface Renderer {
  routes: RouteData[]
  pagesOf(route: RouteData): Promise<Page[]>
  /** Null for what has no body, which is no file. */
  render(page: Page): Promise<Buffer | null>
  /** Returns the scripts and styles that templates write into pages; complete once the paths of all routes are known. */
  inlineBlocks(): InlineBlocks
  /** Forgets what pages were given. */
  forget(): void
}

const NO_PROPS = {}

/** The client directives that templates use: Astro writes a script for each into the pages that have it. */
const CLIENT_DIRECTIVES = ["member", "only"]

/** The folder of the lists that other sites may show. */
const EMBEDS = "src/pages/[...locale]/embed/"

const fileOf = (pathname: string, { type }: RouteData) =>
  type === "endpoint" ? pathname : `${pathname === "/" ? "/index" : pathname}.html`

/** Loads what was kept in a folder. */
export async function openRenderer(folder: string): Promise<Renderer> {
  const note: Note = JSON.parse(await readFile(join(folder, "renderer.json"), "utf8"))
  process.env.ART_STATE = note.artState
  const { app }: { app: App } = await import(pathToFileURL(join(folder, note.entry)).href)
  const pages = note.styles.map(([key, styles]) => [key, { styles }] as const)
  app.setInternals({ pagesByKeys: new Map(pages) })
  const destination = { write: () => true }
  app.setOptions({ settings: { scripts: [] }, logger: { options: { destination } } })
  const { manifest, routeCache } = app

  /** By what `getStaticPaths` gave: what is the same object as before need not be looked into. */
  const known = new WeakMap<object, Page>()

  /** Has Astro name and check pages that are new. */
  const name = async (route: RouteData, fresh: Given[]) => {
    const paths = await new StaticPaths({
      // Of this route alone, so that the next one's content need not be there yet.
      manifest: { ...manifest, routes: [{ routeData: route }] },
      routeCache: { get() {}, set() {} },
      getComponentByRoute: async () => ({ getStaticPaths: async () => fresh }),
    } as never).getAll()
    for (const [i, { pathname }] of paths.entries()) {
      const given = fresh[i]
      if (!given) continue
      const cached = { key: pathname, given }
      known.set(given, {
        path: fileOf(pathname, route),
        route,
        props: given.props ?? NO_PROPS,
        cached,
      })
    }
  }

  /** Puts a page where Astro looks for what it is given: the cache of all of them takes as long as a build. */
  const show = async (route: RouteData, { key, given }: NonNullable<Page["cached"]>) => {
    const mod = await app.getComponentByRoute(route)
    const empty = { mod, staticPaths: Object.assign([], { keyed: new Map<string, Given>() }) }
    const cached = routeCache.get(route) ?? empty
    if (cached === empty) routeCache.set(route, empty)
    cached.staticPaths.keyed.set(key, given)
  }

  return {
    routes: manifest.routes.map(({ routeData }) => routeData),
    async pagesOf(route) {
      if (!route.prerender) return []
      if (route.pathname) return [{ path: fileOf(route.pathname, route), route, props: NO_PROPS }]
      const component = await app.getComponentByRoute(route)
      // Astro's own pages have none.
      const given = (await component.getStaticPaths?.({ routePattern: route.route })) ?? []
      const fresh = given.filter((one) => !known.has(one))
      if (fresh.length > 0) await name(route, fresh)
      return given.flatMap((one) => known.get(one) ?? [])
    },
    async render({ path, route, cached }) {
      if (cached) await show(route, cached)
      const answer = await app.render(new Request(new URL(path, note.origin)), { routeData: route })
      if (answer.status >= 300 && answer.status < 400)
        throw new Error(`${path} answers with a redirect`)
      return answer.body && Buffer.from(await answer.arrayBuffer())
    },
    inlineBlocks() {
      const stylesOf = (isEmbed: boolean) =>
        manifest.routes
          .filter(({ routeData }) => routeData.component.startsWith(EMBEDS) === isEmbed)
          .flatMap(({ styles }) => styles)
          .flatMap((style) => (style.type === "inline" ? style.content : []))
      const directives = CLIENT_DIRECTIVES.flatMap(
        (name) => manifest.clientDirectives.get(name) ?? [],
      )
      return {
        scripts: [...(globalThis.inlineScripts ?? []), ...directives, islandScript],
        styles: stylesOf(false),
        embedStyles: stylesOf(true),
      }
    },
    forget: () => routeCache.clearAll(),
  }
}
