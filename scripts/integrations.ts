/** Astro integrations: what is made before a build or a dev server, and what is added after one. */

import { readdir, rename, writeFile } from "node:fs/promises"
import { pathToFileURL } from "node:url"
import type { AstroIntegration } from "astro"
import { makeArt } from "./art.ts"
import { makeFonts } from "./fonts.ts"

export const generatedAssets = (): AstroIntegration => ({
  name: "daina:generated-assets",
  hooks: {
    "astro:config:setup": async () => {
      const [art] = await Promise.all([makeArt(), makeFonts()])
      // What this code lettered before need not be lettered again, see src/features/sharing/.
      process.env.ART_STATE = art
    },
  },
})

/** Adds the directive `client:member`, see src/islands/client-member.ts. */
export const clientMember = (): AstroIntegration => ({
  name: "daina:client-member",
  hooks: {
    "astro:config:setup": ({ addClientDirective }) =>
      addClientDirective({ name: "member", entrypoint: "./src/islands/client-member.ts" }),
  },
})

/**
 * Keeps what Astro bundled to render pages with, in place of rendering them: netlify/host/build/render-worker.ts does,
 * as often as there is something to publish. Into `folder`, with a note of what the bundle does not know itself;
 * scripts, styles and public files are in the build's own output.
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
            const note = { entry, origin, styles, artState: process.env.ART_STATE }
            await writeFile(`${folder}/renderer.json`, JSON.stringify(note))
          },
        })),
      "astro:build:setup": ({ pages: all, updateConfig }) => {
        pages = [...all]
        // Astro leaves it to whoever brings a renderer.
        const rolldownOptions = { input: "astro/entrypoints/prerender" }
        updateConfig({ environments: { prerender: { build: { rolldownOptions } } } })
      },
    },
  }
}

/**
 * Returns Netlify's adapter for a site without server-rendered pages. Its Vite plugins are left out: the emulator
 * among them answers requests in `astro dev` before Astro does, with source files as they are.
 */
export async function staticNetlifyAdapter(): Promise<AstroIntegration> {
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
          // By default an adapter makes a server build: a function on every path, in front of shells and 404 pages.
          // `client` would add the deploy's id to the address of each script, so that no script stays cached.
          setAdapter: ({ client: _, ...made }) =>
            options.setAdapter({
              ...made,
              adapterFeatures: { ...made.adapterFeatures, buildOutput: "static" },
            }),
        }),
    },
  }
}
