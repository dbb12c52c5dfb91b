/** Astro integration: adds the number of pages to /build.json. */
import { readFile, writeFile } from "node:fs/promises"
import type { AstroIntegration } from "astro"

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
