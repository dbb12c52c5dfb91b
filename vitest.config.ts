import { globSync, readFileSync } from "node:fs"
import { defaultExclude, defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

/** Files with slow tests that rarely fail. Only `npm run test:all` runs them. */
const SLOW_FILES = process.env.ALL_TESTS
  ? []
  : [
      "tests/functions/*/{admin-scale,ideas-plans,signups-plans,teams-plans,newsletter-run,add-a-country}.test.ts",
      "tests/host/**/{backup,deploy,netlify-build,netlify-bundles,start,postgres,production,public-site,lock,make-admin,dev}.test.ts",
      "tests/fault/*.test.ts",
    ]

const UNIT_FILES = globSync(["{db,netlify,src,scripts}/**/*.test.ts", "tests/unit/*.test.ts"])
/**
 * Unit tests that replace globals or modules. Each of these files runs in its own environment.
 * The other unit tests share one, which is ten times as fast.
 */
const STUBBING_FILES = UNIT_FILES.filter((file) =>
  /stubGlobal|vi\.mock|resetModules|fixtures\.ts"/.test(readFileSync(file, "utf8")),
)

const POSTGRES_FILES = globSync("tests/{database,functions,build,host,fault}/**/*.test.ts")
/** Tests with Postgres that replace modules or that need the child processes, which `cheaperWork` disables. */
const ISOLATED_FILES = POSTGRES_FILES.filter(
  (file) =>
    /vi\.mock|resetModules/.test(readFileSync(file, "utf8")) ||
    /\/(picture|text)-limits\.test\.ts$/.test(file),
)

/**
 * Makes tests outside ISOLATED_FILES convert pictures and texts in the test process, which is three times as fast: the
 * site's code does so if the file of the child process does not exist. Also makes the hashes of passwords cheap.
 */
const cheaperWork = {
  name: "cheaper-work",
  enforce: "pre" as const,
  transform(code: string, id: string) {
    if (/\/(pictures\/resize-in-child|child\/texts)\.ts$/.test(id))
      return code.replace(/[\w-]+\.child\.ts/, "none.ts")
    return id.endsWith("/sign-in/password.ts")
      ? code.replace(/memoryCost: [\d_]+, timeCost: \d+/, "memoryCost: 8, timeCost: 1")
      : null
  },
}

/**
 * Orders the test files. The first file needs the built site and starts the build. The other files that need the
 * built site run in the middle, when the build has finished.
 */
class BuiltSiteInTheMiddle extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const usesBuiltSite = ({ moduleId }: TestSpecification) =>
      /site-template\.ts|support\/builds\.ts/.test(readFileSync(moduleId, "utf8"))
    const [first = [], ...middle] = sorted.filter(usesBuiltSite)
    const others = sorted.filter((file) => !usesBuiltSite(file))
    const half = others.length / 2
    return [first, others.slice(0, half), middle, others.slice(half)].flat()
  }
}

/** URL at which no server listens, so that requests fail at once. */
const NO_SERVER = "http://127.0.0.1:9"

const common = { exclude: [...defaultExclude, ...SLOW_FILES], silent: "passed-only" as const }

const withPostgres = {
  globalSetup: "tests/support/servers/postgres-server.ts",
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // Only site-template.ts generates pictures for link previews. Tests of video thumbnails start servers of their own.
  env: {
    DRAWINGS_PER_BUILD: "0",
    YOUTUBE_IMAGES_URL: NO_SERVER,
    VIMEO_API_URL: NO_SERVER,
  },
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: BuiltSiteInTheMiddle },
    projects: [
      {
        test: {
          ...common,
          name: "unit",
          include: UNIT_FILES.filter((file) => !STUBBING_FILES.includes(file)),
          isolate: false,
        },
      },
      { test: { ...common, name: "stubbing", include: STUBBING_FILES } },
      {
        plugins: [cheaperWork],
        test: {
          ...common,
          ...withPostgres,
          name: "database",
          include: POSTGRES_FILES.filter((file) => !ISOLATED_FILES.includes(file)),
          // The test files of a worker share their imports. Loading the imports takes longer than running the tests.
          isolate: false,
          setupFiles: "tests/support/fresh-process.ts",
        },
      },
      { test: { ...common, ...withPostgres, name: "isolated", include: ISOLATED_FILES } },
    ],
  },
})
