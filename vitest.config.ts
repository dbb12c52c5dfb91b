import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: [
      "{db,netlify,src,scripts}/**/*.test.ts",
      "tests/{unit,database,functions,build,host}/**/*.test.ts",
    ],
    globalSetup: "tests/postgres-server.ts",
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Two cores, and a Postgres beside the tests.
    maxWorkers: 2,
    silent: "passed-only",
  },
})
