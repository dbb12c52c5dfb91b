/**
 * What Astro bundled to render pages with, kept by `keepRenderer` in scripts/integrations.ts: this does what
 * Astro's own build does with it (astro/dist/core/build/generate.js), as often as it is asked.
 */
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type { RouteData, SSRManifest } from "astro"
import { StaticPaths } from "astro/runtime/prerender/static-paths.js"

/** Astro's `BuildApp`, which has no public type. */
interface App {
  manifest: SSRManifest
  routeCache: {
    get(route: RouteData): { staticPaths?: { props?: object }[] } | undefined
    clearAll(): void
  }
  getComponentByRoute(route: RouteData): Promise<unknown>
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
}

export interface Renderer {
  routes: RouteData[]
  pagesOf(route: RouteData): Promise<Page[]>
  /** Null for what has no body, which is no file. */
  render(page: Page): Promise<Buffer | null>
  /** Has `getStaticPaths` called anew. */
  forget(): void
}

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

  return {
    routes: manifest.routes.map(({ routeData }) => routeData),
    async pagesOf(route) {
      // Of this route alone, so that the next one's content need not be there yet.
      const one = { ...manifest, routes: [{ routeData: route }] }
      const getComponentByRoute = (data: RouteData) => app.getComponentByRoute(data)
      const paths = await new StaticPaths({
        manifest: one,
        routeCache,
        getComponentByRoute,
      } as never).getAll()
      const given = routeCache.get(route)?.staticPaths
      return paths.map(({ pathname }, i) => ({
        path: fileOf(pathname, route),
        route,
        props: given?.[i]?.props ?? {},
      }))
    },
    async render({ path, route }) {
      const answer = await app.render(new Request(new URL(path, note.origin)), { routeData: route })
      if (answer.status >= 300 && answer.status < 400)
        throw new Error(`${path} answers with a redirect`)
      return answer.body && Buffer.from(await answer.arrayBuffer())
    },
    forget: () => routeCache.clearAll(),
  }
}
