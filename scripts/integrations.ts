import { readdir, rename, writeFile } from "node:fs/promises"
import { pathToFileURL } from "node:url"
import type { AstroIntegration } from "astro"
import { generateArt } from "./art.ts"
import { generateFonts } from "./fonts.ts"

/** Generates pictures and fonts, and adds the directive `client:member`. */
export const prepareSite = (): AstroIntegration => ({
  name: "daina:prepare-site",
  hooks: {
    "astro:config:setup": async ({ addClientDirective }) => {
      addClientDirective({ name: "member", entrypoint: "./src/islands/client-member.ts" })
      const [artHash] = await Promise.all([generateArt(), generateFonts()])
      // The pictures of link previews are generated again if this hash changes (src/features/sharing/).
      process.env.ART_STATE = artHash
    },
  },
})

/**
 * Renders no pages during Astro's build. Moves Astro's server bundle to `folder` instead, because the render worker
 * renders the pages with it.
 */
export const keepRenderer = (folder: string): AstroIntegration => {
  let pages: [string, { styles: unknown }][] = []
  let output: URL
  let origin: string
  return {
    name: "daina:keep-renderer",
    hooks: {
      "astro:config:done": ({ config }) => {
        output = new URL(".prerender/", config.outDir)
        origin = new URL(config.site ?? "http://localhost:4321").origin
      },
      "astro:build:start": ({ setPrerenderer }) =>
        setPrerenderer((standard) => ({
          ...standard,
          name: "daina:keep-renderer",
          getStaticPaths: async () => [],
          async teardown() {
            await rename(output, pathToFileURL(folder))
            const entry = (await readdir(folder)).find((name) =>
              name.startsWith("prerender-entry."),
            )
            const styles = pages.map(([key, page]) => [key, page.styles])
            const renderer = { entry, origin, styles, artState: process.env.ART_STATE }
            await writeFile(`${folder}/renderer.json`, JSON.stringify(renderer))
          },
        })),
      "astro:build:setup": ({ pages: builtPages, updateConfig }) => {
        pages = [...builtPages]
        // Astro does not set this input if an integration replaces its prerenderer.
        const rolldownOptions = { input: "astro/entrypoints/prerender" }
        updateConfig({ environments: { prerender: { build: { rolldownOptions } } } })
      },
    },
  }
}

/** Returns Netlify's adapter without its Vite plugins, with which `astro dev` would serve unprocessed source files. */
export async function createStaticNetlifyAdapter(): Promise<AstroIntegration> {
  const { default: netlify } = await import("@astrojs/netlify")
  const adapter = netlify({ imageCDN: false })
  const { "astro:config:setup": setUp, "astro:config:done": finish } = adapter.hooks
  return {
    ...adapter,
    hooks: {
      ...adapter.hooks,
      "astro:config:setup": (options) =>
        setUp?.({
          ...options,
          updateConfig: ({ vite: _, ...config }) => options.updateConfig(config),
        }),
      "astro:config:done": (options) =>
        finish?.({
          ...options,
          // The option `client` would add the deploy id to script URLs, which prevents caching.
          setAdapter: ({ client: _, ...adapterOptions }) =>
            options.setAdapter({
              ...adapterOptions,
              adapterFeatures: { ...adapterOptions.adapterFeatures, buildOutput: "static" },
            }),
        }),
    },
  }
}
