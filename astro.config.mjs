import react from "@astrojs/react"
import tailwindcss from "@tailwindcss/vite"
import { defineConfig, passthroughImageService } from "astro/config"
import i18next from "astro-i18next"
import { createStaticNetlifyAdapter, keepRenderer, prepareSite } from "./scripts/integrations.ts"
import { vitePlugins } from "./scripts/vite-plugins.ts"

process.env.ASTRO_TELEMETRY_DISABLED = "1"

/** Whether our own host builds the site; `npm run build` uses Netlify's adapter. */
const isOnOurHost = process.env.RENDERER_FOLDER && !process.env.NETLIFY_ADAPTER

/** Set by `npm run dev` (netlify/host/dev.ts). */
const functionsPort = process.env.FUNCTIONS_PORT
const devProxy = functionsPort && {
  "^/(api|uploads|en)(/|$)": `http://127.0.0.1:${functionsPort}`,
}

/** Maximum size, in bytes before compression, of a stylesheet that is written into its pages. */
const SMALL_CSS_BYTES = 2500

/** Returns a folder in the cache of our own host. If the result is undefined, Astro and Vite use their default folders. */
const getCacheFolder = (name) => process.env.CACHE_DIR && `${process.env.CACHE_DIR}/${name}`

export default defineConfig({
  output: "static",
  // Netlify sets URL to the site's main address.
  site: process.env.SITE_URL ?? process.env.URL ?? "http://localhost:4321",
  outDir: process.env.OUT_DIR ?? "dist",
  cacheDir: getCacheFolder("astro"),
  trailingSlash: "never",
  // Only small stylesheets are inlined, because the Content-Security-Policy lists a hash for each inline stylesheet.
  build: { format: "file", inlineStylesheets: "auto" },
  image: { service: passthroughImageService() },
  session: false,
  devToolbar: { enabled: false },
  // Our own host needs no adapter (decision 71). scripts/build.ts sets NETLIFY_ADAPTER.
  adapter: isOnOurHost ? undefined : await createStaticNetlifyAdapter(),
  integrations: [
    prepareSite(),
    // Our own host sets RENDERER_FOLDER, because it renders the pages itself (netlify/host/build/).
    process.env.RENDERER_FOLDER && keepRenderer(process.env.RENDERER_FOLDER),
    react(),
    i18next({ configPath: "astro-i18next.config.cjs" }),
  ],
  vite: {
    plugins: [tailwindcss(), vitePlugins],
    cacheDir: getCacheFolder("vite"),
    server: {
      // By default Vite serves the whole checkout, including the outbox and the database's passwords in .data/.
      fs: { allow: ["src", "node_modules"] },
      // Builds write to these folders of the same checkout; the dev server ignores them.
      watch: { ignored: ["**/.cache/**", "**/.data/**", "**/.netlify/**"] },
      proxy: devProxy,
    },
    build: {
      // A small stylesheet is faster inline than as a request.
      assetsInlineLimit: (path, content) =>
        path.endsWith(".css") && content.length < SMALL_CSS_BYTES,
    },
  },
})
