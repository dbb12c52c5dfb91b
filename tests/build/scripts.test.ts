/** What pages load: scripts and stylesheets within their budgets, and each text that their scripts use. */
import { globSync, readFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { brotliCompressSync } from "node:zlib"
import { beforeAll, expect, test } from "vitest"
import { ARTICLE, EVENT, PUBLIC_PAGES, TEAM } from "../e2e/pages.ts"
import { builtSite, siteTemplate } from "../support/site-template.ts"

let folder: string

beforeAll(async () => {
  folder = await builtSite(await siteTemplate())
  const [post = ""] = globSync("teams/*/posts/*.html", { cwd: folder })
  BUILT["teams/[team]/posts/[id]"] = `/${post.replace(/\.html$/, "")}`
}, 600_000)

const built = (path: string) => readFileSync(join(folder, path), "utf8")
/** Without what waits in a template of its own: it is loaded on demand. */
const htmlOf = (address: string) =>
  built(address === "/" ? "index.html" : `${address.slice(1)}.html`).replace(
    /<template>[\s\S]*?<\/template>/g,
    "",
  )
const all = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, one = ""]) => one)
const kilobytes = (paths: Iterable<string>) =>
  [...paths].reduce((sum, path) => sum + brotliCompressSync(built(path)).length, 0) / 1000

/** Where its errors are explained. */
const hasReact = (path: string) => built(path).includes("react.dev/errors")

/** The files that scripts load with them, themselves included. */
function withImports(scripts: string[], found = new Set<string>()): Set<string> {
  for (const path of scripts.filter((one) => !found.has(one))) {
    found.add(path)
    const imports = all(built(path), /(?:\bfrom|\bimport)\s*["'](\.[^"']+)["']/g)
    withImports(
      imports.map((one) => join(dirname(path), one)),
      found,
    )
  }
  return found
}

/** Budgets of design.md, in kB. The scripts within a page, compressed, take 3 kB of them. */
const MAX_VISITOR_SCRIPT = 7
const MAX_MEMBER_SCRIPT = 92
const MAX_CSS = 14

test.for([...PUBLIC_PAGES, "teams/[team]/posts/[id]"])(
  "%s keeps an anonymous visitor's budgets",
  (address) => {
    const html = htmlOf(BUILT[address] ?? address)
    const scripts = withImports(all(html, /<script[^>]* src="\/([^"]+)"/g))
    // There are more when scripts/vite-plugins.ts no longer finds the modules of every page.
    expect(scripts.size, [...scripts].join(" ")).toBeLessThanOrEqual(5)
    expect(kilobytes(scripts)).toBeLessThanOrEqual(MAX_VISITOR_SCRIPT)
    expect([...scripts].filter(hasReact)).toEqual([])
    // The script before the first paint, and Astro's runtime where the page has islands.
    expect(all(html, /<script>([\s\S]*?)<\/script>/g).join("").length).toBeLessThanOrEqual(8500)
    const sheets = all(html, /<link[^>]* href="\/([^"]+\.css)"/g)
    expect(sheets.length).toBeLessThanOrEqual(2)
    expect(kilobytes(sheets)).toBeLessThanOrEqual(MAX_CSS)
  },
)

test("the service worker is small, and comes once", () => {
  expect(kilobytes(["sw.js"])).toBeLessThanOrEqual(2.5)
})

test("search brings a few kilobytes when it is opened, and no React", () => {
  const home = built("index.html")
  const here = withImports(all(home, /<script[^>]* src="\/([^"]+)"/g))
  const waiting = all(home, /<template>([\s\S]*?)<\/template>/g).join("")
  const search = all(waiting, /<script[^>]* src="\/([^"]*Search[^"]+)"/g)
  expect(search).toHaveLength(1)
  const scripts = [...withImports(search)].filter((path) => !here.has(path))
  expect(scripts.filter(hasReact)).toEqual([])
  expect(kilobytes(scripts)).toBeLessThanOrEqual(9)
})

test.for(["/music", "/teams", `/teams/${TEAM}`, "/suggest-idea", `/events/${EVENT}`, "/calendar"])(
  "%s keeps a member's budget",
  (address) => {
    const html = htmlOf(address)
    const own = all(html, /<script[^>]* src="\/([^"]+)"/g)
    const scripts = withImports([...own, ...all(html, /(?:component|renderer)-url="\/([^"]+)"/g)])
    expect([...scripts].some(hasReact)).toBe(true)
    expect(kilobytes(scripts)).toBeLessThanOrEqual(MAX_MEMBER_SCRIPT)
  },
)

/** The page that stands for a source file with a parameter, or that a shell is served for. */
const BUILT: Record<string, string> = {
  "news/[slug]": `/news/${ARTICLE}`,
  "events/[slug]": `/events/${EVENT}`,
  "teams/[slug]": `/teams/${TEAM}`,
  // The demo has too few articles for an older page: it is the same list.
  "news/page/[page]": "/news",
  "newsletter/[action]": "/newsletter/confirm",
  "[country]": "/estonia",
  "embed/[...list]": "/embed/events",
  // All of them bring the same texts.
  "admin/[...screen]": "/admin/users",
}
const PAGES = "src/pages/[...locale]"
const SOURCES = globSync("**/*.astro", { cwd: PAGES }).map((file) => file.replace(".astro", ""))

const importsOf = (file: string, source: string, pattern: RegExp) =>
  all(source, pattern)
    .filter((path) => /^\.{1,2}\//.test(path) && /\.(ts|tsx|astro)$/.test(path))
    .map((path) => resolve(dirname(file), path))

const IMPORTS = /^\s*import (?!type)(?:[^"]*? from )?"([^"]+)"/gm
const LATE_IMPORTS = /\bimport\("([^"]+)"\)/g

const SCRIPTS = /<script>([\s\S]*?)<\/script>/g
const ISLANDS = /<([A-Z]\w+)(?=[^<>]*(?:\{[^{}]*\}[^<>]*)*\sclient:(?!member))/g
const MEMBER_ISLANDS = /<([A-Z]\w+)(?=[^<>]*(?:\{[^{}]*\}[^<>]*)*\sclient:member)/g

/** What a page's source has run in a browser, by file: its islands of a kind, and scripts with these. */
function entriesOf(file: string, kind: RegExp, found = new Map<string, string>()) {
  if (found.has(file)) return found
  const source = readFileSync(file, "utf8")
  const [, frontmatter = "", template = ""] =
    /^---\n([\s\S]*?)\n---\n?([\s\S]*)$/.exec(source) ?? []
  const scripts = kind === ISLANDS ? all(template, SCRIPTS) : []
  const islands = all(template, kind).flatMap((name) =>
    all(
      frontmatter,
      new RegExp(`^import (?:\\{[^}]*\\b${name}\\b[^}]*\\}|${name}) from "([^"]+)"`, "gm"),
    ),
  )
  found.set(file, [...scripts, ...islands.map((path) => `import "${path}"`)].join("\n"))
  for (const part of importsOf(file, frontmatter, IMPORTS)) {
    if (part.endsWith(".astro")) entriesOf(part, kind, found)
  }
  return found
}

/** The sources of these and of what they import, at once or later. */
function sourcesOf(entries: Map<string, string>): string[] {
  const found = new Map(entries)
  for (const [file, source] of found) {
    for (const path of [IMPORTS, LATE_IMPORTS].flatMap((one) => importsOf(file, source, one))) {
      // The search's texts come with its dialog.
      if (!found.has(path) && !path.includes("/search/")) {
        found.set(path, readFileSync(path, "utf8"))
      }
    }
  }
  return [...found.values()]
}

/** Page and text, where a page never comes to show what a module that it shares has for others. */
const NEVER_SHOWN = [
  // Cards of events and teams say less than their pages.
  /^(admin|my-events|newsroom|news\/preview|shell\/(news|teams|team-posts)).* home:events\.(open|places)/,
  /^(admin|newsroom|news\/preview|shell\/(news|team-manage|team-posts)).* teams:(page\.website|manage\.form\.(instagram|youtube))/,
  /^(?!profile).* security:password\.linkSent/,
  /^(?!calendar).* calendar:subscribe\.copied/,
  // Signing up needs little of what it shares with the pages that the build draws.
  /^my-events (common:(countries\.|writtenIn)|calendar:all)/,
  // A confirmation ends no emails.
  /^newsletter\/\[action\] newsletter:unsubscribe\./,
  // What a build draws, an island or a shell cannot offer.
  /^(shell\/(events|team-posts)|teams\/\[team\]\/posts\/\[id\]) news:story/,
  // No field to fill in.
  /^(debug-role|newsletter\/\[action\]|verify-email) errors:fields\./,
  // Signing up asks for no passkey.
  /^register account:passkey\.none/,
  // Who owns a team has confirmed their address.
  /^shell\/team-manage (account:unconfirmed|security:email)\./,
  // A post's dialog shares its notices' file with the dialog that creates a team.
  /^shell\/teams teams:create\./,
]

const NAMESPACES = globSync("*.json", { cwd: "public/locales/en" }).map((file) => file.slice(0, -5))
const KEYS = new RegExp(`["\`]((?:${NAMESPACES.join("|")}):[\\w.-]+)(?=["\`$])`, "g")

test("each page brings the texts that its scripts use", () => {
  const missing = SOURCES.flatMap((source) => {
    const html = htmlOf(BUILT[source] ?? `/${source.replace(/(^|\/)index$/, "")}`)
    const own = all(html, / data-messages[^>]*>([\s\S]*?)<\/script>/g)
    const [forMembers = ""] = all(html, / data-member-texts="\/([^"]+)"/g)
    const missingOf = (kind: RegExp, jsons: string[]) => {
      const texts = jsons.flatMap((json) => Object.keys(JSON.parse(json)))
      return sourcesOf(entriesOf(resolve(PAGES, `${source}.astro`), kind))
        .flatMap((code) => all(code, KEYS))
        .filter((key) => !texts.some((text) => text.startsWith(key)))
    }
    const withMembers = forMembers ? [...own, built(forMembers)] : own
    return [...missingOf(ISLANDS, own), ...missingOf(MEMBER_ISLANDS, withMembers)]
      .map((key) => `${source} ${key}`)
      .filter((one) => !NEVER_SHOWN.some((pattern) => pattern.test(one)))
  })
  expect(missing.sort()).toEqual([])
})
