import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { defineConfig } from "@playwright/test"

/** Another one lets two checkouts run their tests side by side. */
const PORT = Number(process.env.E2E_PORT ?? 4399)
const ADDRESS = `http://127.0.0.1:${PORT}`

/** A site that runs already, to try tests against while working; its content changes. */
const running = process.env.E2E_ORIGIN

// The workers read this file again; they must get the folder that the host was started with.
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), "daina-e2e-"))
/** Where a server of the tests' own answers in Google's place. */
process.env.E2E_GOOGLE_PORT ??= String(PORT + 1)

/** What members do, each with people, teams and events of its own. */
const MEMBERS = ["accounts", "teams", "calendar", "music", "ideas", "letters"]

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: ".cache/e2e",
  workers: 2,
  // Some walk through many states; on a busy machine that takes its time.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  // A busy machine's hiccup is not a defect; what passes only then is named at the end, to be looked into.
  retries: running ? 0 : 1,
  use: {
    baseURL: running ?? ADDRESS,
    // Recording takes time in every test; a page's last look is enough to begin with.
    trace: process.env.TRACE ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
      args: [
        ...["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        ...["--disable-component-update", "--disable-sync", "--no-first-run"],
      ],
    },
  },
  // Reading first, on the site as it was built; then what changes it, one after the other.
  projects: [
    { name: "reading", testDir: "tests/e2e/reading", fullyParallel: true },
    ...MEMBERS.map((name) => ({ name, testDir: `tests/e2e/${name}`, dependencies: ["reading"] })),
    // Its tests count and change what all of them see.
    { name: "admin", testDir: "tests/e2e/admin", dependencies: ["reading"], workers: 1 },
    {
      name: "publishing",
      testDir: "tests/e2e/publishing",
      dependencies: [...MEMBERS, "admin"],
      workers: 1,
    },
  ],
  webServer: running
    ? undefined
    : {
        command: "node netlify/host/main.ts",
        url: `${ADDRESS}/api/health`,
        timeout: 180_000,
        gracefulShutdown: { signal: "SIGTERM", timeout: 20_000 },
        env: {
          PORT: String(PORT),
          HOST: "127.0.0.1",
          DATA_DIR: process.env.E2E_DATA_DIR,
          // Links in mails and the way back from Google lead to where the tests' sessions are.
          SITE_URL: ADDRESS,
          DEMO: "1",
          // The tests' X-Forwarded-For counts, so each can have an address, and limits, of its own.
          TRUSTED_PROXY: "127.0.0.1",
          GOOGLE_CLIENT_ID: "daina-test",
          GOOGLE_CLIENT_SECRET: "daina-test-secret",
          // A server that the test of it starts.
          GOOGLE_ISSUER: `http://127.0.0.1:${process.env.E2E_GOOGLE_PORT}`,
        },
        stdout: "pipe",
      },
})
