import { defineConfig } from "@playwright/test"

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: ".cache/e2e",
  globalSetup: "./tests/e2e/global-setup.ts",
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  // Skips tests with the tag @slow, which rarely fail. `npm run test:all` runs them.
  ...(process.env.ALL_TESTS ? {} : { grepInvert: /@slow/ }),
  use: {
    // The site shortens its animations for this setting.
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
