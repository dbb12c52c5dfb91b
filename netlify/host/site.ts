/** One built site: which file answers a path. */
import { join } from "node:path"
import { getMimeType, mimes } from "hono/utils/mime"
import type { Compressed } from "./precompress.ts"

export interface SiteFile {
  /** Where it lies; the compressed ones have `.br` and `.gz` added. */
  path: string
  type: string
  /** Names the content; each encoding adds its own suffix. */
  hash: string
  size: number
  br?: number | undefined
  gz?: number | undefined
}

export type Found = { file: SiteFile } | { location: string } | null

export interface Site {
  folder: string
  /** The file at exactly that path. */
  file(path: string): SiteFile | null
  /** What Netlify answers a path with: `/news` is news.html, `/news/` redirects to it. */
  find(path: string): Found
}

/** Netlify reads these and does not serve them. */
const CONFIGURATION = new Set(["/_headers", "/_redirects"])

// As Netlify names them: an XML file says its encoding itself.
const TYPES = {
  ...mimes,
  json: "application/json; charset=utf-8",
  svg: "image/svg+xml",
  xml: "application/xml",
}

export function siteOf({ folder, manifest }: Compressed): Site {
  const files = new Map<string, SiteFile>()
  for (const [path, sizes] of Object.entries(manifest)) {
    if (CONFIGURATION.has(path)) continue
    const type = getMimeType(path, TYPES) ?? "application/octet-stream"
    files.set(path.normalize(), { ...sizes, path: join(folder, path), type })
  }
  const file = (path: string) => files.get(path) ?? null

  return {
    folder,
    file,
    find(path) {
      const isFolder = path.endsWith("/")
      const stem = isFolder ? path.slice(0, -1) : path
      const [asFile, asFolder] = [file(`${stem}.html`), file(`${stem}/index.html`)]
      if (isFolder) {
        if (asFolder) return { file: asFolder }
        return stem && asFile ? { location: stem } : null
      }
      const found = file(path) ?? asFile
      if (found) return { file: found }
      return asFolder ? { location: `${path}/` } : null
    },
  }
}
