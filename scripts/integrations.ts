/** Astro integrations: what is made before a build or a dev server, and what is added after one. */

import { readFile, writeFile } from "node:fs/promises"
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

export const buildReport = (): AstroIntegration => ({
  name: "daina:build-report",
  hooks: {
    "astro:build:done": async ({ dir, pages }) => {
      const file = new URL("build.json", dir)
      const report: object = JSON.parse(await readFile(file, "utf8"))
      await writeFile(file, JSON.stringify({ ...report, pages: pages.length }))
    },
  },
})
