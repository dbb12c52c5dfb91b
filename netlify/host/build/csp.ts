/**
 * The site's Content-Security-Policy, as `_headers` has it. It is made of the templates alone, never of pages: no
 * content can add a hash to it. The lists that other sites may show in a frame have a policy of their own, and files
 * that are no pages a short one.
 */
import { createHash } from "node:crypto"
import { PICTURE_SOURCES } from "../../../src/features/music/picture-hosts.ts"
import { LOCALES } from "../../../src/i18n/locales.ts"
import { localePath } from "../../../src/i18n/paths.ts"

/** Scripts and styles that templates write into pages. */
export interface InlineBlocks {
  scripts: string[]
  styles: string[]
  /** Styles of the lists that other sites may show; these have no scripts. */
  embedStyles: string[]
}

// Browsers hash the parsed text, in which line ends are single line feeds.
const hashOf = (block: string) =>
  `'sha256-${createHash("sha256").update(block.replace(/\r\n?/g, "\n")).digest("base64")}'`

const hashesOf = (blocks: string[]) => [...new Set(blocks.map(hashOf))].sort()

/** Returns the policy of pages, for a site at that origin. */
export const policy = (
  { scripts, styles }: Pick<InlineBlocks, "scripts" | "styles">,
  siteUrl: string,
): string =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...hashesOf(scripts)].join(" "),
    ["style-src 'self'", ...hashesOf(styles)].join(" "),
    ["img-src 'self' data: blob:", ...PICTURE_SOURCES].join(" "),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "frame-src https://www.youtube-nocookie.com https://player.vimeo.com https://open.spotify.com https://widget.deezer.com",
    ...(siteUrl.startsWith("https:") ? ["upgrade-insecure-requests"] : []),
    "report-uri /api/csp-report",
  ].join("; ")

/** Paths of the lists that other sites may show. */
const EMBEDS = LOCALES.map((locale) => localePath("/embed/", locale))

/** Returns the policy of lists that any site may show: no script runs there, so the frame cannot be misused. */
const embedPolicy = (styles: string[]): string =>
  [
    "default-src 'none'",
    ["style-src 'self'", ...hashesOf(styles)].join(" "),
    // The icon, for visitors who open the list by itself.
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors *",
  ].join("; ")

const rule = (path: string, value: string) => `${path}\n  Content-Security-Policy: ${value}\n`

/**
 * Folders without pages. They have a short policy of their own, since on HTTP/1.1 each picture and font would come
 * with the thousand bytes of the pages' hashes.
 */
const ASSETS = ["/_astro/", "/art/", "/drawn/", "/search/index/"]
const ASSET_POLICY = "default-src 'none'"

/** Returns the content of `_headers` for a site whose templates write these blocks. */
export function headersFile({ embedStyles, ...site }: InlineBlocks, siteUrl: string): string {
  const rules = [
    rule("/*", policy(site, siteUrl)),
    // Of the rules that fit, the last one with a header gives its value, here and on Netlify
    // (https://github.com/storybookjs/frontpage/pull/511).
    ...EMBEDS.map((start) => rule(`${start}*`, embedPolicy(embedStyles))),
    ...ASSETS.map((start) => rule(`${start}*`, ASSET_POLICY)),
  ]
  return rules.join("")
}
