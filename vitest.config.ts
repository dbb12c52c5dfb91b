import { globSync, readFileSync } from "node:fs"
import { defaultExclude, defineConfig } from "vitest/config"

/** Slow and rarely red: `npm run test:all` has them. */
const SLOW = process.env.ALL_TESTS
  ? []
  : [
      "tests/functions/*/{admin-scale,ideas-plans,signups-plans,teams-plans,newsletter-run,add-a-country}.test.ts",
      "tests/host/**/{backup,deploy,netlify-build,netlify-bundles,start,postgres,production,public-site,lock,make-admin,dev}.test.ts",
      "tests/fault/*.test.ts",
    ]

const UNIT = globSync(["{db,netlify,src,scripts}/**/*.test.ts", "tests/unit/*.test.ts"])
/** What a test stands in for, the next one in its process would meet; the others share one, ten times as fast. */
const STUBBING = UNIT.filter((file) =>
  /stubGlobal|vi\.mock|resetModules|fixtures\.ts"/.test(readFileSync(file, "utf8")),
)

const WITH_POSTGRES = globSync("tests/{database,functions,build,host,fault}/**/*.test.ts")
/** What these replace has to be loaded anew for them; or what others have replaced is their subject. */
const APART = WITH_POSTGRES.filter(
  (file) =>
    /vi\.mock|resetModules/.test(readFileSync(file, "utf8")) ||
    /\/(picture|text)-limits\.test\.ts$/.test(file),
)

/**
 * Elsewhere pictures and texts are worked on in this process, as where a bundler left no program to start: a
 * hundred starts take three times as long as the work.
 */
const withoutChildren = {
  name: "without-children",
  enforce: "pre" as const,
  transform: (code: string, id: string) =>
    /\/(pictures\/draw-in-child|child\/texts)\.ts$/.test(id)
      ? code.replace(/[\w-]+\.child\.ts/, "none.ts")
      : null,
}

const NOWHERE = "http://127.0.0.1:9"

const common = { exclude: [...defaultExclude, ...SLOW], silent: "passed-only" as const }

const withPostgres = {
  globalSetup: "tests/support/servers/postgres-server.ts",
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // Of the site's template alone (site-template.ts): drawing takes longer than all else of a test.
  // Nobody is asked what a video looks like, except by who stands in for them.
  env: {
    DRAWINGS_PER_BUILD: "0",
    YOUTUBE_IMAGES_URL: NOWHERE,
    VIMEO_API_URL: NOWHERE,
  },
}

export default defineConfig({
  test: {
    // Two cores, and a Postgres beside the tests.
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...common,
          name: "unit",
          include: UNIT.filter((file) => !STUBBING.includes(file)),
          isolate: false,
        },
      },
      { test: { ...common, name: "stubbing", include: STUBBING } },
      {
        plugins: [withoutChildren],
        test: {
          ...common,
          ...withPostgres,
          name: "database",
          include: WITH_POSTGRES.filter((file) => !APART.includes(file)),
          // Files of a worker share what they import: loading it took longer than the tests.
          isolate: false,
          setupFiles: "tests/support/fresh-process.ts",
        },
      },
      { test: { ...common, ...withPostgres, name: "apart", include: APART } },
    ],
  },
})
