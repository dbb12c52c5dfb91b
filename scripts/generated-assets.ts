/** Astro integration: what the project draws and cuts for itself is made before a build or a dev server. */
import type { AstroIntegration } from "astro"
import { makeArt } from "./art.ts"
import { makeFonts } from "./fonts.ts"

export const generatedAssets = (): AstroIntegration => ({
  name: "daina:generated-assets",
  hooks: {
    "astro:config:setup": async () => {
      await Promise.all([makeArt(), makeFonts()])
    },
  },
})
