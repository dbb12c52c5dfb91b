/**
 * Content-Security-Policies. They allow the inline scripts and styles of the site's own code (`getInlineBlocks()`).
 * Rendered pages are not searched for scripts, so a script in a page's content gets no hash.
 */
import { createHash } from "node:crypto"
import { PICTURE_SOURCES } from "../../../src/features/music/schema.ts"
import { LOCALES } from "../../../src/i18n/locales.ts"
import { localePath } from "../../../src/i18n/paths.ts"

export interface InlineBlocks {
  scripts: string[]
  styles: string[]
  /** Styles of the event lists that other sites may embed. These lists have no scripts. */
  embedStyles: string[]
}

// Browsers replace line ends with \n before they hash the text.
const hashBlock = (block: string) =>
  `'sha256-${createHash("sha256").update(block.replace(/\r\n?/g, "\n")).digest("base64")}'`

const hashBlocks = (blocks: string[]) => [...new Set(blocks.map(hashBlock))].sort()

export const createPolicy = (
  { scripts, styles }: Pick<InlineBlocks, "scripts" | "styles">,
  siteUrl: string,
): string =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...hashBlocks(scripts)].join(" "),
    ["style-src 'self'", ...hashBlocks(styles)].join(" "),
    ["img-src 'self' data: blob:", ...PICTURE_SOURCES].join(" "),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "frame-src https://www.youtube-nocookie.com https://player.vimeo.com https://open.spotify.com https://widget.deezer.com",
    ...(siteUrl.startsWith("https:") ? ["upgrade-insecure-requests"] : []),
    "report-uri /api/csp-report",
  ].join("; ")

const EMBED_PATHS = LOCALES.map((locale) => localePath("/embed/", locale))

/** Returns a policy that lets any site show an event list in a frame, because these lists run no scripts. */
const createEmbedPolicy = (styles: string[]): string =>
  [
    "default-src 'none'",
    ["style-src 'self'", ...hashBlocks(styles)].join(" "),
    // Allows the favicon, which browsers show when the list is opened outside a frame.
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors *",
  ].join("; ")

const createRule = (path: string, value: string) => `${path}\n  Content-Security-Policy: ${value}\n`

/** Folders of assets. Their short policy saves about 1,000 bytes of hashes per response. */
const ASSET_PATHS = ["/_astro/", "/art/", "/drawn/", "/search/index/"]
const ASSET_POLICY = "default-src 'none'"

export function createHeadersFile({ embedStyles, ...site }: InlineBlocks, siteUrl: string): string {
  const rules = [
    createRule("/*", createPolicy(site, siteUrl)),
    // In Netlify's `_headers`, the last matching rule wins (https://github.com/storybookjs/frontpage/pull/511).
    ...EMBED_PATHS.map((start) => createRule(`${start}*`, createEmbedPolicy(embedStyles))),
    ...ASSET_PATHS.map((start) => createRule(`${start}*`, ASSET_POLICY)),
  ]
  return rules.join("")
}
