/** Checks the size of the scripts of each page, and that a page contains the texts that its scripts show. */
import { globSync, readFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { brotliCompressSync } from "node:zlib"
import { expect, test } from "vitest"
import { ARTICLE_SLUG, EVENT_SLUG, PUBLIC_PAGES, TEAM_SLUG } from "../e2e/pages.ts"
import { findBuiltSite, getSiteTemplate } from "../support/site-template.ts"

const readBuilt = (path: string) => readFileSync(join(folder, path), "utf8")
/** Returns the HTML of a page without its <template> elements, because the scripts in templates are loaded on demand. */
const readPage = (path: string) =>
  readBuilt(path === "/" ? "index.html" : `${path.slice(1)}.html`).replace(
    /<template>[\s\S]*?<\/template>/g,
    "",
  )
const matchGroups = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, group = ""]) => group)
const sizes = new Map<string, number>()
const getSize = (path: string) => {
  const size = sizes.get(path) ?? brotliCompressSync(readBuilt(path)).length
  sizes.set(path, size)
  return size
}
const sumKilobytes = (paths: Iterable<string>) =>
  [...paths].reduce((sum, path) => sum + getSize(path), 0) / 1000

/** Returns whether a script contains React, whose error messages contain this URL. */
const hasReact = (path: string) => readBuilt(path).includes("react.dev/errors")

function collectImports(scripts: string[], collected = new Set<string>()): Set<string> {
  for (const path of scripts.filter((script) => !collected.has(script))) {
    collected.add(path)
    const imports = matchGroups(readBuilt(path), /(?:\bfrom|\bimport)\s*["'](\.[^"']+)["']/g)
    collectImports(
      imports.map((imported) => join(dirname(path), imported)),
      collected,
    )
  }
  return collected
}

/** Budgets in compressed kilobytes. The scripts do not include the inline scripts of a page (2.8 kB compressed). */
const MAX_VISITOR_SCRIPT_KB = 8
const MAX_MEMBER_SCRIPT_KB = 95
const MAX_CSS_KB = 14

test.for([...PUBLIC_PAGES, "teams/[team]/posts/[id]"])(
  "scripts and stylesheets of %s stay within the budgets of anonymous visitors",
  (path) => {
    const html = readPage(EXAMPLE_PAGES[path] ?? path)
    const scripts = collectImports(matchGroups(html, /<script[^>]* src="\/([^"]+)"/g))
    // A larger number means that scripts/vite-plugins.ts fails to group the modules that all pages use.
    expect(scripts.size, [...scripts].join(" ")).toBeLessThanOrEqual(6)
    expect(sumKilobytes(scripts)).toBeLessThanOrEqual(MAX_VISITOR_SCRIPT_KB)
    expect([...scripts].filter(hasReact)).toEqual([])
    // Inline scripts are boot.ts and, on pages with islands, Astro's runtime.
    expect(matchGroups(html, /<script>([\s\S]*?)<\/script>/g).join("").length).toBeLessThanOrEqual(
      7900,
    )
    const sheets = matchGroups(html, /<link[^>]* href="\/([^"]+\.css)"/g)
    expect(sheets.length).toBeLessThanOrEqual(2)
    expect(sumKilobytes(sheets)).toBeLessThanOrEqual(MAX_CSS_KB)
  },
)

test("the service worker is small", () => {
  expect(sumKilobytes(["sw.js"])).toBeLessThanOrEqual(2.5)
})

test("opening search loads scripts of at most 9 kB, without React", () => {
  const home = readBuilt("index.html")
  const pageScripts = collectImports(matchGroups(home, /<script[^>]* src="\/([^"]+)"/g))
  const templates = matchGroups(home, /<template>([\s\S]*?)<\/template>/g).join("")
  const searchScripts = matchGroups(templates, /<script[^>]* src="\/([^"]*Search[^"]+)"/g)
  expect(searchScripts).toHaveLength(1)
  const scripts = [...collectImports(searchScripts)].filter((path) => !pageScripts.has(path))
  expect(scripts.filter(hasReact)).toEqual([])
  expect(sumKilobytes(scripts)).toBeLessThanOrEqual(9)
})

test.for([
  "/music",
  "/teams",
  `/teams/${TEAM_SLUG}`,
  "/suggest-idea",
  `/events/${EVENT_SLUG}`,
  "/calendar",
])("scripts of %s stay within the budget of members", (path) => {
  const html = readPage(path)
  const pageScripts = matchGroups(html, /<script[^>]* src="\/([^"]+)"/g)
  const scripts = collectImports([
    ...pageScripts,
    ...matchGroups(html, /(?:component|renderer)-url="\/([^"]+)"/g),
  ])
  expect([...scripts].some(hasReact)).toBe(true)
  expect(sumKilobytes(scripts)).toBeLessThanOrEqual(MAX_MEMBER_SCRIPT_KB)
})

/** A built page for each route with parameters, by the path of the route's source file. */
const EXAMPLE_PAGES: Record<string, string> = {
  "news/[slug]": `/news/${ARTICLE_SLUG}`,
  "events/[slug]": `/events/${EVENT_SLUG}`,
  "teams/[slug]": `/teams/${TEAM_SLUG}`,
  // The demo has too few articles for a second page.
  "news/page/[page]": "/news",
  "newsletter/[action]": "/newsletter/confirm",
  "[country]": "/estonia",
  "embed/[...list]": "/embed/events",
  "admin/[...screen]": "/admin/users",
}
const folder = await findBuiltSite(await getSiteTemplate())
const [post = ""] = globSync("teams/*/posts/*.html", { cwd: folder })
EXAMPLE_PAGES["teams/[team]/posts/[id]"] = `/${post.replace(/\.html$/, "")}`
const [artist = ""] = globSync("music/*.html", { cwd: folder })
EXAMPLE_PAGES["music/[slug]"] = `/${artist.replace(/\.html$/, "")}`
const PAGES_FOLDER = "src/pages/[...locale]"
const ROUTES = globSync("**/*.astro", { cwd: PAGES_FOLDER }).map((file) =>
  file.replace(".astro", ""),
)

const listImports = (file: string, source: string, pattern: RegExp) =>
  matchGroups(source, pattern)
    .filter((path) => /^\.{1,2}\//.test(path) && /\.(ts|tsx|astro)$/.test(path))
    .map((path) => resolve(dirname(file), path))

const IMPORTS = /^\s*import (?!type)(?:[^"]*? from )?"([^"]+)"/gm
const DYNAMIC_IMPORTS = /\bimport\("([^"]+)"\)/g

const SCRIPT_ELEMENTS = /<script>([\s\S]*?)<\/script>/g
/** Names of the components that Astro hydrates (attribute `client:…`). `client:member` hydrates for members only. */
const ISLANDS = /<([A-Z]\w+)(?=[^<>]*(?:\{[^{}]*\}[^<>]*)*\sclient:(?!member))/g
const MEMBER_ISLANDS = /<([A-Z]\w+)(?=[^<>]*(?:\{[^{}]*\}[^<>]*)*\sclient:member)/g

/**
 * Returns code of a route, by source file: the imports of the islands that match the pattern and, for the pattern
 * ISLANDS, the `<script>` elements.
 */
function collectEntries(
  file: string,
  islandPattern: RegExp,
  collected = new Map<string, string>(),
) {
  if (collected.has(file)) return collected
  const source = readFileSync(file, "utf8")
  const [, frontmatter = "", template = ""] =
    /^---\n([\s\S]*?)\n---\n?([\s\S]*)$/.exec(source) ?? []
  const scripts = islandPattern === ISLANDS ? matchGroups(template, SCRIPT_ELEMENTS) : []
  const islands = matchGroups(template, islandPattern).flatMap((name) =>
    matchGroups(
      frontmatter,
      new RegExp(`^import (?:\\{[^}]*\\b${name}\\b[^}]*\\}|${name}) from "([^"]+)"`, "gm"),
    ),
  )
  collected.set(file, [...scripts, ...islands.map((path) => `import "${path}"`)].join("\n"))
  for (const part of listImports(file, frontmatter, IMPORTS)) {
    if (part.endsWith(".astro")) collectEntries(part, islandPattern, collected)
  }
  return collected
}

/** Returns whether a module loads the members' messages before it shows texts. The page need not contain these texts. */
const loadsTexts = (source: string) => source.includes("loadMemberMessages()")

/** Returns the source code of modules and of the modules that they import, by file. Leaves out skipped modules. */
function collectSources(entries: Map<string, string>, isSkipped: (source: string) => boolean) {
  const collected = new Map([...entries].filter(([, source]) => !isSkipped(source)))
  for (const [file, source] of collected) {
    for (const path of [IMPORTS, DYNAMIC_IMPORTS].flatMap((pattern) =>
      listImports(file, source, pattern),
    )) {
      // Search gets its texts from the manifest of the search index, not from the page.
      if (collected.has(path) || path.includes("/search/")) continue
      const imported = readFileSync(path, "utf8")
      if (!isSkipped(imported)) collected.set(path, imported)
    }
  }
  return collected
}

/**
 * Texts that a page need not contain, because a shared module uses them but this page never shows them. Each pattern
 * matches a route and the key of a text, separated by a space.
 */
const NEVER_SHOWN = [
  /^(admin|my-events|newsroom|news\/preview|shell\/(news|teams|team-posts)).* home:events\.(open|places)/,
  /^(admin|newsroom|news\/preview|profile|shell\/(news|team-manage|team-posts)).* teams:(page\.website|manage\.form\.(instagram|youtube))/,
  /^(?!profile).* security:password\.linkSent/,
  /^(?!calendar).* calendar:subscribe\.copied/,
  /^(my-events|me) (common:(countries\.|writtenIn)|calendar:all)/,
  /^me teams:(page\.website|manage\.form\.(instagram|youtube))/,
  /^(my-events|shell\/(events|members)) common:picture\.waiting/,
  /^newsletter\/\[action\] (newsletter:unsubscribe\.|notifications:)/,
  /^(shell\/(events|team-posts)|teams\/\[team\]\/posts\/\[id\]) news:story/,
  /^(debug-role|newsletter\/\[action\]|notifications|verify-email) errors:fields\./,
  /^register account:passkey\.none/,
  /^shell\/team-manage (account:unconfirmed|security:email)\./,
  /^notifications (common:countries|home:events|teams:(manage|page))\./,
  /^shell\/teams teams:create\./,
]

/** Names of the files with texts. The key of a text is `file:path.to.the.text`. */
const NAMESPACES = globSync("*.json", { cwd: "public/locales/en" }).map((file) => file.slice(0, -5))
const KEY_PATTERN = new RegExp(`["\`]((?:${NAMESPACES.join("|")}):[\\w.-]+)(?=["\`$])`, "g")

test("each page contains the texts that its scripts use", () => {
  const missing = ROUTES.flatMap((route) => {
    const html = readPage(EXAMPLE_PAGES[route] ?? `/${route.replace(/(^|\/)index$/, "")}`)
    const pageTexts = matchGroups(html, / data-messages[^>]*>([\s\S]*?)<\/script>/g)
    const [memberMessagesPath = ""] = matchGroups(html, / data-member-messages="\/([^"]+)"/g)
    const listMissingTexts = (sources: Map<string, string>, textFiles: string[]) => {
      const keys = textFiles.flatMap((json) => Object.keys(JSON.parse(json)))
      return [...sources.values()]
        .flatMap((code) => matchGroups(code, KEY_PATTERN))
        .filter((key) => !keys.some((existing) => existing.startsWith(key)))
    }
    const memberPageTexts = memberMessagesPath
      ? [...pageTexts, readBuilt(memberMessagesPath)]
      : pageTexts
    const file = resolve(PAGES_FOLDER, `${route}.astro`)
    const entries = collectEntries(file, ISLANDS)
    const loadingSources = [...collectSources(entries, () => false)].filter(([, code]) =>
      loadsTexts(code),
    )
    // Modules that call loadMemberMessages(), and member islands, can also use the members' messages.
    return [
      ...listMissingTexts(collectSources(entries, loadsTexts), pageTexts),
      ...listMissingTexts(
        collectSources(new Map(loadingSources), () => false),
        memberPageTexts,
      ),
      ...listMissingTexts(
        collectSources(collectEntries(file, MEMBER_ISLANDS), () => false),
        memberPageTexts,
      ),
    ]
      .map((key) => `${route} ${key}`)
      .filter((text) => !NEVER_SHOWN.some((pattern) => pattern.test(text)))
  })
  expect(missing.sort()).toEqual([])
})
