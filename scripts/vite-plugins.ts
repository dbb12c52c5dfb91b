/** The project's own Vite plugins. */
import { fileURLToPath } from "node:url"
import type { Plugin } from "vite"

/**
 * Replaces the module with all texts in browser bundles, where each page contains its own texts (src/i18n/t-for.ts).
 * Without this plugin browsers would load i18next.
 */
const withoutServerTexts: Plugin = {
  name: "without-server-texts",
  enforce: "pre",
  applyToEnvironment: ({ name }) => name === "client",
  load: (id) => (id.endsWith("/src/i18n/t.ts") ? "export const getT = undefined" : null),
}

const ISLAND_STYLE = /<style>\$\{ISLAND_STYLES\}<\/style>/

/** Removes the style element that Astro adds before an island, which is invalid HTML. src/styles/base.css has the style. */
const noIslandStyle: Plugin = {
  name: "no-island-style",
  enforce: "pre",
  transform(code, id) {
    if (!id.endsWith("/runtime/server/scripts.js")) return null
    if (!ISLAND_STYLE.test(code)) {
      throw new Error(
        "Astro's style for islands has changed: adapt noIslandStyle in scripts/vite-plugins.ts.",
      )
    }
    return code.replace(ISLAND_STYLE, "")
  },
}

/**
 * Escapes `<` and `>` in attributes, which Astro does not. Members' texts then never look like markup to programs that
 * process the built files.
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
        "Astro's toAttributeString() has changed: adapt escapedAttributes in scripts/vite-plugins.ts.",
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

/** Returns whether the script of every page imports a module, directly or indirectly. */
function isInPageScript(id: string, context: ChunkingContext): boolean {
  const found = new Set([PAGE_SCRIPT])
  for (const module of found) {
    for (const imported of context.getModuleInfo(module)?.importedIds ?? []) found.add(imported)
  }
  return found.has(id)
}

/** Build options by Vite environment. Astro would overwrite them if they were in Vite's configuration. */
const BUILD_OPTIONS: Record<string, object> = {
  client: {
    modulePreload: false,
    rolldownOptions: {
      // Modules shared by two scripts may be bundled into one of them.
      preserveEntrySignatures: "allow-extension",
      // A page loads only the schemas that it uses.
      treeshake: { manualPureFunctions: ["z"] },
      output: {
        codeSplitting: {
          // Keeps the script of every page in one file. Separate files would exceed the limit of 20 requests per page.
          groups: [
            {
              name: (id: string, context: ChunkingContext) =>
                isInPageScript(id, context) ? "page" : null,
            },
          ],
        },
      },
    },
  },
  // Minifies the renderer, because pages contain the text of some of its functions, see src/layouts/boot.ts.
  prerender: { minify: true },
}

const buildOptions: Plugin = {
  name: "build-options",
  configEnvironment: (name) => (BUILD_OPTIONS[name] ? { build: BUILD_OPTIONS[name] } : undefined),
}

export const vitePlugins: Plugin[] = [
  withoutServerTexts,
  noIslandStyle,
  escapedAttributes,
  buildOptions,
]
