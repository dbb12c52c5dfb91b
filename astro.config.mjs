import { fileURLToPath } from "node:url"
import react from "@astrojs/react"
import tailwindcss from "@tailwindcss/vite"
import { defineConfig, passthroughImageService } from "astro/config"
import i18next from "astro-i18next"
import { generatedAssets, keepRenderer, staticNetlifyAdapter } from "./scripts/integrations.ts"

process.env.ASTRO_TELEMETRY_DISABLED = "1"

/** Builds keep what Astro bundled; those of `npm run build` with Netlify's adapter. */
const isOnOurHost = process.env.RENDERER_FOLDER && !process.env.NETLIFY_ADAPTER

/** Set by `npm run dev`, see netlify/host/dev.ts. */
const functionsPort = process.env.FUNCTIONS_PORT
const functionsOfDev = functionsPort && {
  "^/(api|uploads|en)(/|$)": `http://127.0.0.1:${functionsPort}`,
}

/** Modules that every page loads; what else is in their folders comes with what needs it. */
const EVERY_PAGE =
  /\0vite\/preload-helper|\/(node_modules\/nanostores\/(atom|clean-stores)|src\/(i18n\/(?!dates|t-for|translation|language-names)|layouts|features\/(account\/session(?!\/(on-left|login-address))|events\/upcoming)|ui\/(new-version|toast(?!\/tell-outcome)|forms\/plain-form)))/

/** What all islands share, and nothing that a stranger's page loads. */
const ISLANDS =
  /\/(node_modules\/(react|react-dom|scheduler|@nanostores|@astrojs\/react)\/|src\/(query\.ts|countries\.ts|schema\/translations\.ts|i18n\/(dates|t-for|translation)\.ts|ui\/(toast\/tell-outcome\.ts|Icon\.tsx|WrittenIn\.tsx|LoadState\.tsx|hydration\.ts|dialog\/focus-if-lost\.ts|forms\/WaitingButton\.tsx)))/

/** What strangers' forms are checked with and sent by, too: apart, so that it brings them no React. */
const FORMS = /\/(node_modules\/zod\/|src\/(call|problem)\.ts)/

/** Of an uncompressed stylesheet. */
const SMALL_CSS_BYTES = 2500

/** `client:member`, see src/islands/client-member.ts. */
const clientMember = {
  name: "client-member",
  hooks: {
    "astro:config:setup": ({ addClientDirective }) =>
      addClientDirective({ name: "member", entrypoint: "./src/islands/client-member.ts" }),
  },
}

/** Browsers have the page's own texts, see src/i18n/t-for.ts: without this they would load i18next. */
const noTextsOfBuilds = {
  name: "no-texts-of-builds",
  enforce: "pre",
  applyToEnvironment: ({ name }) => name === "client",
  load: (id) => (id.endsWith("/src/i18n/t.ts") ? "export const getT = undefined" : null),
}

/** What starts islands is a file for those who have any to start, see src/islands/island-runtime.ts. */
const islandRuntime = {
  name: "island-runtime",
  enforce: "pre",
  resolveId: (id) =>
    id === "./astro-island.prebuilt.js"
      ? fileURLToPath(new URL("src/islands/island-runtime.ts", import.meta.url))
      : null,
  // The style beside it stands in base.css.
  transform: (code, id) =>
    id.endsWith("/runtime/server/scripts.js")
      ? code.replace(/<style>\$\{ISLAND_STYLES\}<\/style>/, "")
      : null,
}

/**
 * Escapes `<` and `>` in attributes too, where Astro leaves them: text that members wrote never looks like markup in
 * the files of the site, whatever reads them.
 */
const escapedAttributes = {
  name: "escaped-attributes",
  enforce: "pre",
  transform(code, id) {
    if (!id.endsWith("/runtime/server/render/util.js")) return null
    const shortcut = `if (!str.includes("&") && !str.includes('"')) return str;`
    const escaped = `.replace(DOUBLE_QUOTE_REGEX, "&quot;")`
    if (!code.includes(shortcut) || !code.includes(escaped)) {
      throw new Error(
        "Astro escapes attributes in another way than before: look at toAttributeString() there, and correct escapedAttributes in astro.config.mjs.",
      )
    }
    return code
      .replace(shortcut, `if (!/[&"<>]/.test(str)) return str;`)
      .replace(escaped, `${escaped}.replaceAll("<", "&lt;").replaceAll(">", "&gt;")`)
  },
}

/**
 * Scripts come after the paint, or with their island, most of what a press loads is there by then, and Astro
 * links all styles from the page: nothing is left to preload, and Vite's code for it is in each script's way.
 * What cannot be loaded is announced as Vite does it, for src/ui/new-version.ts.
 */
const noPreloads = {
  name: "no-preloads",
  enforce: "pre",
  applyToEnvironment: ({ name }) => name === "client",
  load: (id) =>
    id === "\0vite/preload-helper.js"
      ? `export const __vitePreload = (load) => load().catch((error) => {
          dispatchEvent(new Event("vite:preloadError"))
          throw error
        })`
      : null,
}

/** What Astro overwrites where Vite's own options have it. */
const BUILD_OPTIONS = {
  client: {
    modulePreload: false,
    rolldownOptions: {
      // What two scripts share may stand in the one that loads the other.
      preserveEntrySignatures: "allow-extension",
      // A page loads the schemas that it reads with, and none of those beside them.
      treeshake: { manualPureFunctions: ["z"] },
    },
  },
  // What renders pages is minified for the functions that they hold as text, see src/layouts/boot.ts.
  prerender: { minify: true },
}

const buildOptions = {
  name: "build-options",
  configEnvironment: (name) => BUILD_OPTIONS[name] && { build: BUILD_OPTIONS[name] },
}

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
    clientMember,
    i18next({ configPath: "astro-i18next.config.cjs" }),
  ],
  vite: {
    plugins: [
      tailwindcss(),
      noTextsOfBuilds,
      islandRuntime,
      escapedAttributes,
      noPreloads,
      buildOptions,
    ],
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
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              // What the script of every page is made of stays in one file: eight small ones compress to
              // half as much again, and each costs a request.
              codeSplitting: {
                groups: [
                  { name: "page", test: EVERY_PAGE, minShareCount: 2, priority: 2 },
                  { name: "forms", test: FORMS, minShareCount: 2, priority: 2 },
                  { name: "islands", test: ISLANDS, priority: 1 },
                ],
              },
            },
          },
        },
      },
    },
  },
})
