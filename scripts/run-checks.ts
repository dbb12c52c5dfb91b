/**
 * Runs lint, types, tests without and tests with a browser, all of them even when one fails, and ends
 * with a line `N passed, N failed`. Names given as arguments choose among them.
 */
import { spawn } from "node:child_process"
import { mkdir, readFile, rm } from "node:fs/promises"
import { chromiumPath } from "./chromium.mjs"

interface Tally {
  passed: number
  failed: number
}

const REPORTS = ".cache/tests"

function run(command: string, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  console.log(`\n> ${command} ${args.join(" ")}`)
  const child = spawn(command, args, { stdio: "inherit", env: { ...process.env, ...env } })
  return new Promise((resolve) => {
    child.once("error", (error) => {
      console.error(error.message)
      resolve(false)
    })
    child.once("exit", (code) => resolve(code === 0))
  })
}

const asOne = (ok: boolean): Tally => ({ passed: Number(ok), failed: Number(!ok) })

/** The numbers of a report; a run that failed without a failed test (it could not start, say) counts as one. */
async function tallyOf(
  ok: boolean,
  file: string,
  read: (report: unknown) => Tally,
): Promise<Tally> {
  try {
    const tally = read(JSON.parse(await readFile(`${REPORTS}/${file}`, "utf8")))
    return { passed: tally.passed, failed: Math.max(tally.failed, ok ? 0 : 1) }
  } catch {
    return asOne(ok)
  }
}

const numberIn = (report: unknown, path: string[]): number => {
  let value: unknown = report
  for (const key of path) {
    value = typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined
  }
  return typeof value === "number" ? value : 0
}

const CHECKS: Record<string, () => Promise<Tally>> = {
  lint: async () => asOne(await run("biome", ["ci", "--error-on-warnings", "."])),
  types: async () => asOne(await run("astro", ["check", "--minimumFailingSeverity", "warning"])),
  unit: async () =>
    tallyOf(
      await run("vitest", [
        ...["run", "--reporter=default", "--reporter=json"],
        `--outputFile.json=${REPORTS}/vitest.json`,
      ]),
      "vitest.json",
      (report) => ({
        passed: numberIn(report, ["numPassedTests"]),
        failed: numberIn(report, ["numFailedTests"]),
      }),
    ),
  browser: async () =>
    tallyOf(
      await run("playwright", ["test", "--reporter=list,json"], {
        CHROMIUM_PATH: await chromiumPath(),
        PLAYWRIGHT_JSON_OUTPUT_NAME: `${REPORTS}/playwright.json`,
      }),
      "playwright.json",
      (report) => ({
        // Those that passed at the second try are named by the reporter, as flaky.
        passed: numberIn(report, ["stats", "expected"]) + numberIn(report, ["stats", "flaky"]),
        failed: numberIn(report, ["stats", "unexpected"]),
      }),
    ),
}

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !(name in CHECKS))
if (unknown.length > 0) {
  console.error(
    `There is no check ${unknown.join(", ")}. There are: ${Object.keys(CHECKS).join(", ")}.`,
  )
  process.exit(1)
}

await rm(REPORTS, { recursive: true, force: true })
await mkdir(REPORTS, { recursive: true })
const total: Tally = { passed: 0, failed: 0 }
for (const [name, check] of Object.entries(CHECKS)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  const { passed, failed } = await check()
  total.passed += passed
  total.failed += failed
  if (failed > 0) console.error(`\n${name}: ${failed} failed`)
}
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
