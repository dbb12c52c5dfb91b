import react from "@astrojs/react"
import tailwindcss from "@tailwindcss/vite"
import { defineConfig, passthroughImageService } from "astro/config"
import i18next from "astro-i18next"
import { buildReport } from "./scripts/build-report.ts"
import { generatedAssets } from "./scripts/generated-assets.ts"

process.env.ASTRO_TELEMETRY_DISABLED = "1"

/**
 * For `astro dev` alone, where it brings Netlify's emulator. In a build it would add a server function
 * on every path, which answers before our own shells and 404 pages do, and takes 1.4 s to import.
 */
async function adapter() {
  if (!process.argv.includes("dev")) return undefined
  const { default: netlify } = await import("@astrojs/netlify")
  return netlify({
    imageCDN: false,
    // What `npm run dev` would ask Netlify for.
    devFeatures: { images: false, edgeFunctions: false, environmentVariables: false },
  })
}

/** Modules that every page loads; what else is in their folders comes with what needs it. */
const EVERY_PAGE =
  /\/(node_modules\/nanostores\/(atom|clean-stores)|src\/(art|i18n|layouts|features\/(session(?!\/on-left)|events\/upcoming|news\/(parse|article))|ui\/toast))/

export default defineConfig({
  output: "static",
  // URL is the main address that Netlify gives to its builds.
  site: process.env.SITE_URL ?? process.env.URL ?? "http://localhost:4321",
  outDir: process.env.OUT_DIR ?? "dist",
  trailingSlash: "never",
  // No inline styles and few inline scripts: the Content-Security-Policy lists the hash of each.
  build: { format: "file", inlineStylesheets: "never" },
  compressHTML: true,
  image: { service: passthroughImageService() },
  session: false,
  devToolbar: { enabled: false },
  adapter: await adapter(),
  integrations: [
    generatedAssets(),
    buildReport(),
    react(),
    i18next({ configPath: "astro-i18next.config.cjs" }),
  ],
  vite: {
    plugins: [tailwindcss()],
    // Nothing is worth preloading: scripts come after the paint, or with their island.
    build: { assetsInlineLimit: 0, modulePreload: false },
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              // What the script of every page is made of stays in one file: eight small ones compress to
              // half as much again, and each costs a request.
              codeSplitting: {
                groups: [{ name: "page", test: EVERY_PAGE, minShareCount: 2 }],
              },
            },
          },
        },
      },
    },
  },
})
