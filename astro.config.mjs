import react from "@astrojs/react"
import tailwindcss from "@tailwindcss/vite"
import { defineConfig, passthroughImageService } from "astro/config"
import i18next from "astro-i18next"
import {
  clientMember,
  generatedAssets,
  keepRenderer,
  staticNetlifyAdapter,
} from "./scripts/integrations.ts"
import { vitePlugins } from "./scripts/vite-plugins.ts"

process.env.ASTRO_TELEMETRY_DISABLED = "1"

/** Builds keep what Astro bundled; those of `npm run build` with Netlify's adapter. */
const isOnOurHost = process.env.RENDERER_FOLDER && !process.env.NETLIFY_ADAPTER

/** Set by `npm run dev`, see netlify/host/dev.ts. */
const functionsPort = process.env.FUNCTIONS_PORT
const functionsOfDev = functionsPort && {
  "^/(api|uploads|en)(/|$)": `http://127.0.0.1:${functionsPort}`,
}

/** Maximum size, in bytes before compression, of a stylesheet that is written into its pages. */
const SMALL_CSS_BYTES = 2500

/** Set by the host, whose builds have caches of their own; undefined leaves Astro's and Vite's defaults. */
const cacheFolder = (name) => process.env.CACHE_DIR && `${process.env.CACHE_DIR}/${name}`

export default defineConfig({
  output: "static",
  // URL is the main address that Netlify gives to its builds.
  site: process.env.SITE_URL ?? process.env.URL ?? "http://localhost:4321",
  outDir: process.env.OUT_DIR ?? "dist",
  cacheDir: cacheFolder("astro"),
  trailingSlash: "never",
  // The Content-Security-Policy lists the hash of each inline style: there are few of them.
  build: { format: "file", inlineStylesheets: "auto" },
  image: { service: passthroughImageService() },
  session: false,
  devToolbar: { enabled: false },
  // Left out in the builds of our own host, see decision 71; set by scripts/build.ts.
  adapter: isOnOurHost ? undefined : await staticNetlifyAdapter(),
  integrations: [
    generatedAssets(),
    // Set by builds, which render the pages themselves (netlify/host/build/).
    process.env.RENDERER_FOLDER && keepRenderer(process.env.RENDERER_FOLDER),
    react(),
    clientMember(),
    i18next({ configPath: "astro-i18next.config.cjs" }),
  ],
  vite: {
    plugins: [tailwindcss(), vitePlugins],
    cacheDir: cacheFolder("vite"),
    server: {
      // By default Vite serves the whole checkout, including the outbox and the database's passwords in .data/.
      fs: { allow: ["src", "node_modules"] },
      // Builds write to these folders of the same checkout; the dev server ignores them.
      watch: { ignored: ["**/.cache/**", "**/.data/**", "**/.netlify/**"] },
      proxy: functionsOfDev,
    },
    build: {
      // A small stylesheet costs a page more as a request than as text.
      assetsInlineLimit: (path, content) =>
        path.endsWith(".css") && content.length < SMALL_CSS_BYTES,
    },
  },
})
