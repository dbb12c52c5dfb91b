import { fileURLToPath } from "node:url"
import type { Plugin } from "vite"

/** Keeps i18next out of the browser's scripts, because each page contains the texts it needs (src/i18n/t-for.ts). */
const withoutServerTexts: Plugin = {
  name: "without-server-texts",
  enforce: "pre",
  applyToEnvironment: ({ name }) => name === "client",
  load: (id) => (id.endsWith("/src/i18n/t.ts") ? "export const getT = undefined" : null),
}

/** Replaces parts of a file of Astro. The build fails if the file does not contain the parts. */
const createAstroPatch = (
  name: string,
  file: string,
  replacements: Record<string, string>,
): Plugin => ({
  name,
  enforce: "pre",
  transform(code, id) {
    if (!id.endsWith(file)) return null
    return Object.entries(replacements).reduce((patched, [original, replacement]) => {
      if (patched.includes(original)) return patched.replace(original, () => replacement)
      throw new Error(`Astro's ${file} has changed: adapt ${name} in scripts/vite-plugins.ts.`)
    }, code)
  },
})

/** Removes the style element that Astro adds before an island, which is invalid HTML (see src/styles/base.css). */
const noIslandStyle = createAstroPatch("no-island-style", "/runtime/server/scripts.js", {
  "<style>${ISLAND_STYLES}</style>": "",
})

/** Escapes `<` and `>` in HTML attributes, so that programs do not mistake members' texts for elements. */
const escapedAttributes = createAstroPatch("escaped-attributes", "/runtime/server/render/util.js", {
  [`if (!str.includes("&") && !str.includes('"')) return str;`]: `if (!/[&"<>]/.test(str)) return str;`,
  [`.replace(DOUBLE_QUOTE_REGEX, "&quot;")`]: `.replace(DOUBLE_QUOTE_REGEX, "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")`,
})

/**
 * Replaces Vite's helper for `import()` with a smaller helper.
 * Vite's helper also loads style sheets, and adds 0.7 kB to each page.
 */
const lightImports: Plugin = {
  name: "light-imports",
  enforce: "pre",
  load: (id) =>
    id === "\0vite/preload-helper.js"
      ? `export const __vitePreload = (load) => load().catch((error) => {
          const event = new Event("vite:preloadError", { cancelable: true })
          event.payload = error
          dispatchEvent(event)
          if (!event.defaultPrevented) throw error
        })`
      : null,
}

const PAGE_SCRIPT = fileURLToPath(new URL("../src/layouts/page.ts", import.meta.url))

interface ChunkingContext {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

function isInPageScript(id: string, context: ChunkingContext): boolean {
  const modules = new Set([PAGE_SCRIPT])
  for (const module of modules) {
    for (const imported of context.getModuleInfo(module)?.importedIds ?? []) modules.add(imported)
  }
  return modules.has(id)
}

/** Build options of Vite's environments. A plugin sets them, because Astro overwrites them in astro.config.mjs. */
const BUILD_OPTIONS: Record<string, object> = {
  client: {
    modulePreload: false,
    rolldownOptions: {
      // Allows Vite to put a module that two scripts share into one of the two instead of a third file.
      preserveEntrySignatures: "allow-extension",
      treeshake: { manualPureFunctions: ["z"] },
      output: {
        codeSplitting: {
          // The script that all pages load stays in one file, because a page may have at most 20 requests.
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
  // Pages contain the source code of some functions of the server bundle (src/layouts/boot.ts), so it is minified.
  prerender: { minify: true },
}

const buildOptions: Plugin = {
  name: "build-options",
  configEnvironment: (name) => (BUILD_OPTIONS[name] ? { build: BUILD_OPTIONS[name] } : undefined),
}

export const vitePlugins: Plugin[] = [
  withoutServerTexts,
  lightImports,
  noIslandStyle,
  escapedAttributes,
  buildOptions,
]
