/**
 * Writes the site's Content-Security-Policy into `_headers`, with the hashes of the inline scripts and styles
 * that its pages hold; and others for the lists that other sites may show in a frame, and for what is no page.
 */
import { createHash } from "node:crypto"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import pLimit from "p-limit"
import { PICTURE_SOURCES } from "../../../src/features/music/picture-hosts.ts"
import { LOCALES } from "../../../src/i18n/locales.ts"
import { localePath } from "../../../src/i18n/paths.ts"
import { filesIn } from "./build-folder.ts"

/** Some CDNs refuse header lines over 8 kB; a hash takes 54 characters. */
const MOST_HASHES = 60
const READ_AT_ONCE = 16

const BLOCK = /<(script|style)\b((?:[^>"']|"[^"]*"|'[^']*')*)>([\s\S]*?)<\/\1\s*>/gi
const TYPE = /\stype\s*=\s*["']?([^"'\s>]*)/i
const EXECUTABLE = /^(|module|importmap|speculationrules|(text|application)\/(java|ecma)script)$/i

export interface Inline {
  scripts: Set<string>
  styles: Set<string>
}

/** Adds a page's inline scripts that run, and its inline styles. */
export function collectInline(html: string, { scripts, styles }: Inline): void {
  for (const [, tag, attributes = "", body = ""] of html.matchAll(BLOCK)) {
    if (body === "") continue
    if (tag?.toLowerCase() === "style") styles.add(body)
    else if (!/\ssrc\s*=/i.test(attributes) && EXECUTABLE.test(TYPE.exec(attributes)?.[1] ?? "")) {
      scripts.add(body)
    }
  }
}

// Browsers hash what the parser made of the text: line ends are single line feeds.
const hashOf = (body: string) =>
  `'sha256-${createHash("sha256").update(body.replace(/\r\n?/g, "\n")).digest("base64")}'`

const hashes = (bodies: Set<string>) => [...new Set([...bodies].map(hashOf))].sort()

/** The header's value for a site at that origin; throws when there are too many hashes for a header. */
export function policy({ scripts, styles }: Inline, siteUrl: string): string {
  const [scriptHashes, styleHashes] = [hashes(scripts), hashes(styles)]
  const count = scriptHashes.length + styleHashes.length
  if (count > MOST_HASHES) {
    const example = [...scripts, ...styles].at(-1)?.trim().slice(0, 120)
    throw new Error(
      `The pages hold ${count} different inline scripts and styles, more than the ${MOST_HASHES} whose hashes fit into a header. Something inline differs from page to page; move what differs into a data attribute or a JSON block. The last one begins: ${example}`,
    )
  }
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scriptHashes].join(" "),
    ["style-src 'self'", ...styleHashes].join(" "),
    ["img-src 'self' data: blob:", ...PICTURE_SOURCES].join(" "),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "frame-src https://www.youtube-nocookie.com https://player.vimeo.com https://open.spotify.com https://widget.deezer.com",
    ...(siteUrl.startsWith("https:") ? ["upgrade-insecure-requests"] : []),
    "report-uri /api/csp-report",
  ].join("; ")
}

/** Where the lists are. */
const EMBEDS = LOCALES.map((locale) => localePath("/embed/", locale))

/** Of what any site may show: nothing runs there, so that nothing can be made of the frame. */
export function embedPolicy({ scripts, styles }: Inline): string {
  const [script] = scripts
  if (script) throw new Error(`A list for other sites holds a script: ${script.slice(0, 120)}`)
  return [
    "default-src 'none'",
    ["style-src 'self'", ...hashes(styles)].join(" "),
    // The icon, for who opens it by itself.
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors *",
  ].join("; ")
}

const rule = (path: string, value: string) => `${path}\n  Content-Security-Policy: ${value}\n`

/** Whether a page is one of the lists that other sites may show. */
export const isEmbed = (path: string) => EMBEDS.some((start) => path.startsWith(start))

/**
 * What no page is in, and what is made there: nothing of it does anything. A short policy of its own, since on
 * HTTP/1.1 each picture and font would come with the thousand bytes of the pages' hashes.
 */
const ASSETS = ["/_astro/", "/art/", "/drawn/", "/search/index/"]
const ASSET_POLICY = "default-src 'none'"

/** What `_headers` says, for what is inline in the site's pages and in its lists for other sites. */
export function headersFile(site: Inline, embeds: Inline, siteUrl: string): string {
  const rules = [
    rule("/*", policy(site, siteUrl)),
    // Of the rules that fit, the last one with a header gives its value, here and on Netlify
    // (https://github.com/storybookjs/frontpage/pull/511).
    ...EMBEDS.map((start) => rule(`${start}*`, embedPolicy(embeds))),
    ...ASSETS.map((start) => rule(`${start}*`, ASSET_POLICY)),
  ]
  return rules.join("")
}

export const noInline = (): Inline => ({ scripts: new Set(), styles: new Set() })

/** Collects from every page of the folder and writes its `_headers`. */
export async function writePolicy(folder: string, siteUrl: string): Promise<void> {
  const [site, embeds] = [noInline(), noInline()]
  const pages = (await filesIn(folder)).filter((path) => path.endsWith(".html"))
  await pLimit(READ_AT_ONCE).map(pages, async (path) => {
    const html = await readFile(join(folder, path), "utf8")
    collectInline(html, isEmbed(`/${path}`) ? embeds : site)
  })
  await writeFile(join(folder, "_headers"), headersFile(site, embeds, siteUrl))
}
