/** The policy is never computed from pages, so that no content can add a hash. */
import { createHash } from "node:crypto"
import { PICTURE_SOURCES } from "../../../src/features/music/schema.ts"
import { LOCALES } from "../../../src/i18n/locales.ts"
import { localePath } from "../../../src/i18n/paths.ts"

export interface InlineBlocks {
  scripts: string[]
  styles: string[]
  /** Other sites may embed lists, which have no scripts. */
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

const EMBEDS = LOCALES.map((locale) => localePath("/embed/", locale))

/** Any site may frame an embedded list, because it runs no script. */
const createEmbedPolicy = (styles: string[]): string =>
  [
    "default-src 'none'",
    ["style-src 'self'", ...hashBlocks(styles)].join(" "),
    // Visitors who open the list outside a frame see the icon.
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors *",
  ].join("; ")

const createRule = (path: string, value: string) => `${path}\n  Content-Security-Policy: ${value}\n`

/** The short policy saves a thousand bytes of hashes for each picture and font. */
const ASSETS = ["/_astro/", "/art/", "/drawn/", "/search/index/"]
const ASSET_POLICY = "default-src 'none'"

export function createHeadersFile({ embedStyles, ...site }: InlineBlocks, siteUrl: string): string {
  const rules = [
    createRule("/*", createPolicy(site, siteUrl)),
    // The last matching rule wins (https://github.com/storybookjs/frontpage/pull/511).
    ...EMBEDS.map((start) => createRule(`${start}*`, createEmbedPolicy(embedStyles))),
    ...ASSETS.map((start) => createRule(`${start}*`, ASSET_POLICY)),
  ]
  return rules.join("")
}
