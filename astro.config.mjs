import react from "@astrojs/react"
import tailwindcss from "@tailwindcss/vite"
import { defineConfig, passthroughImageService } from "astro/config"
import i18next from "astro-i18next"
import { createStaticNetlifyAdapter, keepRenderer, prepareSite } from "./scripts/integrations.ts"
import { vitePlugins } from "./scripts/vite-plugins.ts"

process.env.ASTRO_TELEMETRY_DISABLED = "1"

/**
 * The host (netlify/host/) sets RENDERER_FOLDER when it builds the site, and needs no adapter (decision 71).
 * `npm run build` sets both variables.
 */
const needsNetlifyAdapter = !process.env.RENDERER_FOLDER || process.env.NETLIFY_ADAPTER

/** Port of the functions during `npm run dev` (netlify/host/dev.ts). */
const functionsPort = process.env.FUNCTIONS_PORT
const devProxy = functionsPort && {
  // A function redirects paths below /en to the English page (netlify/functions/system.ts).
  "^/(api|uploads|en)(/|$)": `http://127.0.0.1:${functionsPort}`,
}

/** Maximum size of an inlined stylesheet in bytes, before compression. */
const SMALL_CSS_BYTES = 2500

const getCacheFolder = (name) => process.env.CACHE_DIR && `${process.env.CACHE_DIR}/${name}`

export default defineConfig({
  output: "static",
  // Netlify sets URL to the main URL of the site.
  site: process.env.SITE_URL ?? process.env.URL ?? "http://localhost:4321",
  outDir: process.env.OUT_DIR ?? "dist",
  cacheDir: getCacheFolder("astro"),
  trailingSlash: "never",
  // Each inline stylesheet adds a hash to the Content-Security-Policy, so only small ones are inlined.
  build: { format: "file", inlineStylesheets: "auto" },
  image: { service: passthroughImageService() },
  session: false,
  devToolbar: { enabled: false },
  adapter: needsNetlifyAdapter ? await createStaticNetlifyAdapter() : undefined,
  integrations: [
    prepareSite(),
    process.env.RENDERER_FOLDER && keepRenderer(process.env.RENDERER_FOLDER),
    react(),
    i18next({ configPath: "astro-i18next.config.cjs" }),
  ],
  vite: {
    plugins: [tailwindcss(), vitePlugins],
    cacheDir: getCacheFolder("vite"),
    server: {
      // Limits the served files. By default, Vite serves the whole checkout, including passwords in .data/.
      fs: { allow: ["src", "node_modules"] },
      watch: { ignored: ["**/.cache/**", "**/.data/**", "**/.netlify/**"] },
      proxy: devProxy,
    },
    build: {
      assetsInlineLimit: (path, content) =>
        path.endsWith(".css") && content.length < SMALL_CSS_BYTES,
    },
  },
})
