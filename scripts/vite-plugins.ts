/** The project's own Vite plugins. */
import { fileURLToPath } from "node:url"
import type { Plugin } from "vite"

/**
 * Replaces the texts of builds in browsers, where each page carries its own texts (src/i18n/t-for.ts). Without this
 * plugin browsers would load i18next.
 */
const noTextsOfBuilds: Plugin = {
  name: "no-texts-of-builds",
  enforce: "pre",
  applyToEnvironment: ({ name }) => name === "client",
  load: (id) => (id.endsWith("/src/i18n/t.ts") ? "export const getT = undefined" : null),
}

const ISLAND_STYLE = /<style>\$\{ISLAND_STYLES\}<\/style>/

/** Leaves out the style that Astro writes before an island: HTML allows none there. src/styles/base.css has it. */
const noIslandStyle: Plugin = {
  name: "no-island-style",
  enforce: "pre",
  transform(code, id) {
    if (!id.endsWith("/runtime/server/scripts.js")) return null
    if (!ISLAND_STYLE.test(code)) {
      throw new Error(
        "Astro writes the style of islands in another way than before: correct noIslandStyle in scripts/vite-plugins.ts.",
      )
    }
    return code.replace(ISLAND_STYLE, "")
  },
}

/**
 * Escapes `<` and `>` in attributes, which Astro leaves as they are: texts of members then never look like markup
 * to programs that read the files of the site.
 */
const escapedAttributes: Plugin = {
  name: "escaped-attributes",
  enforce: "pre",
  transform(code, id) {
    if (!id.endsWith("/runtime/server/render/util.js")) return null
    const shortcut = `if (!str.includes("&") && !str.includes('"')) return str;`
    const escaped = `.replace(DOUBLE_QUOTE_REGEX, "&quot;")`
    if (!code.includes(shortcut) || !code.includes(escaped)) {
      throw new Error(
        "Astro escapes attributes in another way than before: look at toAttributeString() there, and correct escapedAttributes in scripts/vite-plugins.ts.",
      )
    }
    return code
      .replace(shortcut, `if (!/[&"<>]/.test(str)) return str;`)
      .replace(escaped, `${escaped}.replaceAll("<", "&lt;").replaceAll(">", "&gt;")`)
  },
}

const PAGE_SCRIPT = fileURLToPath(new URL("../src/layouts/page.ts", import.meta.url))

interface ChunkingContext {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/** Returns whether every page's script imports a module, directly or through another module. */
function isOfEveryPage(id: string, context: ChunkingContext): boolean {
  const found = new Set([PAGE_SCRIPT])
  for (const module of found) {
    for (const imported of context.getModuleInfo(module)?.importedIds ?? []) found.add(imported)
  }
  return found.has(id)
}

/** Options of builds that Astro would overwrite in Vite's own configuration. */
const BUILD_OPTIONS: Record<string, object> = {
  client: {
    modulePreload: false,
    rolldownOptions: {
      // A module that two scripts share may be part of the one that loads the other.
      preserveEntrySignatures: "allow-extension",
      // A page loads only the schemas that it uses.
      treeshake: { manualPureFunctions: ["z"] },
      output: {
        codeSplitting: {
          // As a request each, the modules of every page's script would exceed the budget of requests.
          groups: [
            {
              name: (id: string, context: ChunkingContext) =>
                isOfEveryPage(id, context) ? "page" : null,
            },
          ],
        },
      },
    },
  },
  // The renderer is minified for the functions that pages hold as text, see src/layouts/boot.ts.
  prerender: { minify: true },
}

const buildOptions: Plugin = {
  name: "build-options",
  configEnvironment: (name) => (BUILD_OPTIONS[name] ? { build: BUILD_OPTIONS[name] } : undefined),
}

export const vitePlugins: Plugin[] = [
  noTextsOfBuilds,
  noIslandStyle,
  escapedAttributes,
  buildOptions,
]
