import { defineConfig } from "@playwright/test"

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: ".cache/e2e",
  globalSetup: "./tests/e2e/global-setup.ts",
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  // Skips slow tests that rarely fail, except in `npm run test:all`.
  ...(process.env.ALL_TESTS ? {} : { grepInvert: /@slow/ }),
  use: {
    // Makes the site shorten its animations.
    contextOptions: { reducedMotion: "reduce" },
    // Blocks service workers, whose requests Playwright cannot intercept. offline.spec.ts allows them.
    serviceWorkers: "block",
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
})
