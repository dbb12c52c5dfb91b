/** Checks the direction of imports (docs/architecture.md). */
import { globSync, readFileSync } from "node:fs"
import { dirname, join, normalize } from "node:path"
import { describe, expect, test } from "vitest"

/** The layers of `src/`, from top to bottom. A file in `src/` may import from its own layer and from lower layers. */
const LAYERS = [
  ["offline", "pages"],
  ["layouts"],
  ["content"],
  ["features"],
  ["islands"],
  ["session"],
  ["ui"],
  ["art", "markdown", "schema"],
  ["i18n"],
  ["shared"],
]

/** The layers of the server, from top to bottom, with the same rule. Server code may also import from `src/`. */
const SERVER_LAYERS = [
  ["netlify/host"],
  ["netlify/functions", "db/demo"],
  ["netlify/lib"],
  ["db/queries"],
]

/** Stores that another feature may import, because its page shows their state. */
const SHARED_STORES = ["src/features/music/likes.ts", "src/features/members/admin/users.ts"]

interface Import {
  from: string
  to: string
  isTypeOnly: boolean
}

type Sources = ReadonlyMap<string, string>

/** Captures the keyword, `type`, the relative path of a static import or export, and the relative path of a dynamic import. */
const IMPORT =
  /(import|export)(\s+type)?[^"'`;]*?["'](\.{1,2}\/[^"'?]+)|import\(\s*["'](\.{1,2}\/[^"'?]+)/g

function listImports(sources: Sources): Import[] {
  return [...sources].flatMap(([from, source]) =>
    [...source.matchAll(IMPORT)].flatMap(([, , type, path, dynamic]) => {
      const to = normalize(join(dirname(from), path ?? dynamic ?? ""))
      return sources.has(to) ? { from, to, isTypeOnly: type !== undefined } : []
    }),
  )
}

/** Returns the folder of a file as the layers name it: `ui` for `src/ui/Button.tsx`, `db/queries` for `db/queries/news.ts`. */
const getFolder = (file: string) =>
  /^src\/([^/]+)\//.exec(file)?.[1] ?? file.split("/").slice(0, 2).join("/")
const getFeature = (file: string) => /^src\/features\/([^/]+)\//.exec(file)?.[1]

/** Returns the index of the layer that has a folder: 0 for the top layer, -1 if no layer has the folder. */
const findLayerIndex = (layers: string[][], folder: string) =>
  layers.findIndex((layer) => layer.includes(folder))

/** Returns whether files of other features may import a file: a schema, paths, a view, or helpers of views. */
const isPublicFile = (file: string) =>
  /\/(schema|[\w-]*paths|choices|event|hours|team|article|pictures)\.ts$|\.tsx$/.test(file)

/** Returns messages for imports of a higher layer, and for server code imported by browser code. */
function findUpwardImports(imports: Import[]): string[] {
  const upwardMessages = imports.flatMap(({ from, to }) =>
    [LAYERS, SERVER_LAYERS].flatMap((layers) => {
      const layer = findLayerIndex(layers, getFolder(from))
      const importedLayer = findLayerIndex(layers, getFolder(to))
      return layer >= 0 && importedLayer >= 0 && importedLayer < layer
        ? `${from} imports ${to}: ${getFolder(from)} is below ${getFolder(to)}. Pass the value as an argument, or move the shared part to the lower layer.`
        : []
    }),
  )
  const serverMessages = imports.flatMap(({ from, to, isTypeOnly }) =>
    /^src\/(features|islands|session|ui)\//.test(from) && /^(db|netlify)\//.test(to) && !isTypeOnly
      ? `${from} imports ${to}: code of browsers may import types of the server only.`
      : [],
  )
  return [...upwardMessages, ...serverMessages]
}

function findFeatureCycles(imports: Import[]): string[] {
  const edges = imports.filter(({ from, to }) => {
    const [feature, importedFeature] = [getFeature(from), getFeature(to)]
    const isOtherFeature = feature && importedFeature && feature !== importedFeature
    return isOtherFeature && !isPublicFile(to)
  })
  const isReachable = (start: string, end: string, visited = new Set<string>()): boolean =>
    edges.some(({ from, to }) => {
      const importedFeature = getFeature(to) ?? ""
      if (getFeature(from) !== start || visited.has(importedFeature)) return false
      visited.add(importedFeature)
      return importedFeature === end || isReachable(importedFeature, end, visited)
    })
  return edges.flatMap(({ from, to }) =>
    isReachable(getFeature(to) ?? "", getFeature(from) ?? "")
      ? `${from} imports ${to}: the features ${getFeature(from)} and ${getFeature(to)} depend on each other. Import a schema.ts, a paths.ts or a view, or move the shared part to src/shared or src/ui.`
      : [],
  )
}

/** Returns messages for imports of another feature's store. Every feature may import the stores of the feature `admin`. */
function findForeignStores(sources: Sources, imports: Import[]): string[] {
  return imports.flatMap(({ from, to, isTypeOnly }) => {
    const [feature, importedFeature] = [getFeature(from), getFeature(to)]
    const isStore = /\.ts$/.test(to) && /from "nanostores"/.test(sources.get(to) ?? "")
    const isOtherFeature = feature && importedFeature && feature !== importedFeature
    if (isTypeOnly || !isStore || !isOtherFeature) return []
    if (importedFeature === "admin" || SHARED_STORES.includes(to)) return []
    return `${from} imports ${to}, a store of the feature ${importedFeature}. Pass its state as a property.`
  })
}

function findViolations(sources: Sources): string[] {
  const imports = listImports(sources)
  return [
    ...findUpwardImports(imports),
    ...findFeatureCycles(imports),
    ...findForeignStores(sources, imports),
  ]
}

const isTestFile = (file: string) => /\.test\.tsx?$|\/fixtures\.ts$/.test(file)

test("imports follow the layers, and no feature imports another feature's store", () => {
  const files = globSync("{src,netlify,db}/**/*.{ts,tsx,astro}").filter((file) => !isTestFile(file))
  expect(files.length).toBeGreaterThan(600)
  const sources = new Map(files.map((file) => [file, readFileSync(file, "utf8")]))
  expect(findViolations(sources)).toEqual([])
})

test("at most six files are directly in src", () => {
  expect(globSync("src/*.*").length).toBeLessThanOrEqual(6)
})

describe("examples of violations", () => {
  const store = `import { atom } from "nanostores"`
  test.each([
    [
      "an import of a higher layer",
      {
        "src/ui/Button.tsx": `import "../features/news/News.tsx"`,
        "src/features/news/News.tsx": "",
      },
      /ui is below features/,
    ],
    [
      "a type import of a higher layer",
      { "src/i18n/t.ts": `import type { A } from "../ui/a.ts"`, "src/ui/a.ts": "" },
      /i18n is below ui/,
    ],
    [
      "a dynamic import of a higher layer",
      { "src/session/a.ts": `void import("../islands/b.ts")`, "src/islands/b.ts": "" },
      /session is below islands/,
    ],
    [
      "an import of a higher layer in a template",
      {
        "src/features/a/A.astro": `---\nimport P from "../../layouts/P.astro"\n---`,
        "src/layouts/P.astro": "",
      },
      /features is below layouts/,
    ],
    [
      "a query that imports a function",
      { "db/queries/a.ts": `import "../../netlify/lib/b.ts"`, "netlify/lib/b.ts": "" },
      /db\/queries is below netlify\/lib/,
    ],
    [
      "server code imported by browser code",
      { "src/ui/a.ts": `import { database } from "../../db/client.ts"`, "db/client.ts": "" },
      /types of the server only/,
    ],
    [
      "a cycle of features",
      {
        "src/features/a/x.ts": `import "../b/y.ts"`,
        "src/features/b/y.ts": `import "../c/z.ts"`,
        "src/features/c/z.ts": `import "../a/x.ts"`,
      },
      /depend on each other/,
    ],
    [
      "a store of another feature",
      { "src/features/a/x.ts": `import { $y } from "../b/y.ts"`, "src/features/b/y.ts": store },
      /a store of the feature b/,
    ],
  ])("%s is reported", (_, sources, message) => {
    expect(findViolations(new Map(Object.entries(sources))).join("\n")).toMatch(message)
  })
})
