/** Renders pages as astro/dist/core/build/generate.js does, but can render a page again after a change of content. */
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type { RouteData, SSRManifest } from "astro"
import { StaticPaths } from "astro/runtime/prerender/static-paths.js"
import islandScript from "astro/runtime/server/astro-island.prebuilt.js"
import type {} from "../../../src/shared/inline-scripts.ts"
import type { InlineBlocks } from "./csp.ts"

interface StaticPath {
  params: object
  props?: object
}

interface RouteCacheEntry {
  mod: unknown
  staticPaths: StaticPath[] & { keyed: Map<string, StaticPath> }
}

/** The members of Astro's `BuildApp` that this file uses. Astro exports no type for it. */
interface BuildApp {
  manifest: SSRManifest
  routeCache: {
    get(route: RouteData): RouteCacheEntry | undefined
    set(route: RouteData, entry: RouteCacheEntry): void
    clearAll(): void
  }
  getComponentByRoute(
    route: RouteData,
  ): Promise<{ getStaticPaths?(options: { routePattern: string }): Promise<StaticPath[]> }>
  setInternals(internals: object): void
  setOptions(options: object): void
  render(request: Request, options: { routeData: RouteData }): Promise<Response>
}

/** Content of the file renderer.json, which scripts/integrations.ts writes. */
interface RendererFile {
  entry: string
  origin: string
  styles: [string, unknown[]][]
  artState: string
}

export interface Page {
  /** Path of the file in the site, with a leading slash. */
  path: string
  route: RouteData
  props: object
  /** The element of `getStaticPaths` and its key in Astro's route cache. Undefined if the route has only one page. */
  staticPath?: { key: string; value: StaticPath }
}

export type AstroApp = Awaited<ReturnType<typeof openBundle>>

const NO_PROPS = {}

/**
 * Astro writes the scripts of these client directives into pages,
 * so the Content-Security-Policy needs their hashes.
 */
const CLIENT_DIRECTIVES = ["member", "only"]

/** Pages with lists that other sites may embed. Their Content-Security-Policy has only the hashes of their styles. */
const EMBED_PAGES_FOLDER = "src/pages/[...locale]/embed/"

const getFilePath = (pathname: string, { type }: RouteData) =>
  type === "endpoint" ? pathname : `${pathname === "/" ? "/index" : pathname}.html`

export async function openBundle(folder: string) {
  const renderer: RendererFile = JSON.parse(await readFile(join(folder, "renderer.json"), "utf8"))
  process.env.ART_STATE = renderer.artState
  const { app }: { app: BuildApp } = await import(pathToFileURL(join(folder, renderer.entry)).href)
  const pages = renderer.styles.map(([key, styles]) => [key, { styles }] as const)
  app.setInternals({ pagesByKeys: new Map(pages) })
  const destination = { write: () => true }
  app.setOptions({ settings: { scripts: [] }, logger: { options: { destination } } })
  const { manifest, routeCache } = app

  /** An unchanged element of `getStaticPaths` is the same object in the next build. */
  const pagesByStaticPath = new WeakMap<object, Page>()

  const addPages = async (route: RouteData, newPaths: StaticPath[]) => {
    const paths = await new StaticPaths({
      // With only this route, Astro does not read the content of other routes.
      manifest: { ...manifest, routes: [{ routeData: route }] },
      routeCache: { get() {}, set() {} },
      getComponentByRoute: async () => ({ getStaticPaths: async () => newPaths }),
    } as never).getAll()
    for (const [i, { pathname: key }] of paths.entries()) {
      const value = newPaths[i]
      if (!value) continue
      const [path, props] = [getFilePath(key, route), value.props ?? NO_PROPS]
      pagesByStaticPath.set(value, { path, route, props, staticPath: { key, value } })
    }
  }

  /** Adds a page to Astro's route cache before it is rendered. Adding all pages would take as long as a build. */
  const addToRouteCache = async (
    route: RouteData,
    { key, value }: NonNullable<Page["staticPath"]>,
  ) => {
    const mod = await app.getComponentByRoute(route)
    const newEntry = {
      mod,
      staticPaths: Object.assign([], { keyed: new Map<string, StaticPath>() }),
    }
    const entry = routeCache.get(route) ?? newEntry
    if (entry === newEntry) routeCache.set(route, newEntry)
    entry.staticPaths.keyed.set(key, value)
  }

  return {
    routes: manifest.routes.map(({ routeData }) => routeData),
    async listPages(route: RouteData): Promise<Page[]> {
      if (!route.prerender) return []
      if (route.pathname)
        return [{ path: getFilePath(route.pathname, route), route, props: NO_PROPS }]
      const component = await app.getComponentByRoute(route)
      // Astro's internal pages have no getStaticPaths.
      const allPaths = (await component.getStaticPaths?.({ routePattern: route.route })) ?? []
      const newPaths = allPaths.filter((value) => !pagesByStaticPath.has(value))
      if (newPaths.length > 0) await addPages(route, newPaths)
      return allPaths.flatMap((value) => pagesByStaticPath.get(value) ?? [])
    },
    async render({ path, route, staticPath }: Page): Promise<Buffer | null> {
      if (staticPath) await addToRouteCache(route, staticPath)
      const request = new Request(new URL(path, renderer.origin))
      const response = await app.render(request, { routeData: route })
      if (response.status >= 300 && response.status < 400) throw new Error(`${path} is a redirect`)
      return response.body && Buffer.from(await response.arrayBuffer())
    },
    /** Returns the inline scripts and styles of all pages. Complete after `listPages` was called for all routes. */
    getInlineBlocks(): InlineBlocks {
      const listStyles = (isEmbed: boolean) =>
        manifest.routes
          .filter(({ routeData }) => routeData.component.startsWith(EMBED_PAGES_FOLDER) === isEmbed)
          .flatMap(({ styles }) => styles)
          .flatMap((style) => (style.type === "inline" ? style.content : []))
      const directives = CLIENT_DIRECTIVES.flatMap(
        (name) => manifest.clientDirectives.get(name) ?? [],
      )
      return {
        scripts: [...(globalThis.inlineScripts ?? []), ...directives, islandScript],
        styles: listStyles(false),
        embedStyles: listStyles(true),
      }
    },
    reset: () => routeCache.clearAll(),
  }
}
