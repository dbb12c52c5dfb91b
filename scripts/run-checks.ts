/**
 * Runs lint, types, unit tests and browser tests, and prints `N passed, N failed`. Names as arguments select checks;
 * `--all` adds slow tests. A failed test is repeated once, because about one of 5,000 tests exceeds a time limit on a
 * busy machine; tests that pass only then are listed.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { mkdir, readFile, rm } from "node:fs/promises"
import { resolve } from "node:path"
import { chromiumPath } from "./chromium.mjs"

interface Tally {
  passed: number
  failed: number
  /** Failed tests, printed at the end because long logs are truncated. */
  failures?: string[]
  /** Tests that passed only when they were repeated. */
  flaky?: string[]
}

const REPORTS = ".cache/tests"

function run(command: string, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  console.log(`\n> ${command} ${args.join(" ")}`)
  const child = spawn(command, args, { stdio: "inherit", env: { ...process.env, ...env } })
  return exitOf(child)
}

/** Resolves to whether the process exits with 0. */
function exitOf(child: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    child.once("error", (error) => {
      console.error(error.message)
      resolve(false)
    })
    child.once("close", (code) => resolve(code === 0))
  })
}

/** Runs a command in the background and prints its output at the end. */
async function runInBackground(command: string, args: string[]): Promise<boolean> {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => output.push(chunk))
  }
  const ok = await exitOf(child)
  console.log(`\n> ${command} ${args.join(" ")}`)
  process.stdout.write(Buffer.concat(output))
  return ok
}

const tallyOfOne = (ok: boolean): Tally => ({ passed: Number(ok), failed: Number(!ok) })

/** Reads the numbers of a report. A run that fails without a failed test counts as one failure. */
async function tallyOf(
  ok: boolean,
  file: string,
  read: (report: unknown) => Tally,
): Promise<Tally> {
  try {
    const report: unknown = JSON.parse(await readFile(`${REPORTS}/${file}`, "utf8"))
    const { passed, failed } = read(report)
    return { passed, failed: Math.max(failed, ok ? 0 : 1), ...readFailures(report) }
  } catch {
    return tallyOfOne(ok)
  }
}

const firstLine = (value: unknown) => `${value ?? ""}`.split("\n", 1)[0]

/**
 * Returns failed and repeated tests of a report, from any depth. A test of vitest has a `fullName`; a test of Playwright
 * has a `title` and a `file`; a test file of vitest that could not run has a `name`.
 */
function readFailures(report: unknown): { failures: string[]; flaky: string[] } {
  if (typeof report !== "object" || report === null) return { failures: [], flaky: [] }
  const { status, fullName, name, message, failureMessages, ok, title, file, tests } =
    report as Record<string, unknown>
  if (typeof fullName === "string") {
    const [reason] = Array.isArray(failureMessages) ? failureMessages : []
    const line = `${fullName}: ${firstLine(reason)}`
    if (status === "failed") return { failures: [line], flaky: [] }
    return { failures: [], flaky: reason ? [line] : [] }
  }
  if (typeof ok === "boolean" && typeof title === "string" && Array.isArray(tests)) {
    if (!ok) return { failures: [`${file}: ${title}`], flaky: [] }
    const isFlaky = tests.some((test) => test.status === "flaky")
    return { failures: [], flaky: isFlaky ? [`${file}: ${title}`] : [] }
  }
  const nested = Object.values(report).map(readFailures)
  const failures = nested.flatMap((result) => result.failures)
  const flaky = nested.flatMap((result) => result.flaky)
  const couldNotRun = failures.length === 0 && status === "failed" && typeof name === "string"
  return { failures: couldNotRun ? [`${name}: ${firstLine(message)}`] : failures, flaky }
}

const numberIn = (report: unknown, path: string[]): number => {
  let value: unknown = report
  for (const key of path) {
    value = typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined
  }
  return typeof value === "number" ? value : 0
}

let types: Promise<Tally> | undefined

const CHECKS: Record<string, () => Promise<Tally>> = {
  lint: async () => tallyOfOne(await run("biome", ["ci", "--error-on-warnings", "."])),
  unit: async () =>
    tallyOf(
      await run("vitest", [
        ...["run", "--retry=1", "--reporter=default", "--reporter=json"],
        `--outputFile.json=${REPORTS}/vitest.json`,
      ]),
      "vitest.json",
      (report) => ({
        passed: numberIn(report, ["numPassedTests"]),
        failed: numberIn(report, ["numFailedTests"]),
      }),
    ),
  types: () => {
    types ??= runInBackground("astro", ["check", "--minimumFailingSeverity", "warning"]).then(
      tallyOfOne,
    )
    return types
  },
  browser: async () =>
    tallyOf(
      await run("playwright", ["test", "--retries=1", "--reporter=list,json"], {
        CHROMIUM_PATH: await chromiumPath(),
        PLAYWRIGHT_JSON_OUTPUT_NAME: `${REPORTS}/playwright.json`,
      }),
      "playwright.json",
      (report) => ({
        passed: numberIn(report, ["stats", "expected"]) + numberIn(report, ["stats", "flaky"]),
        failed: numberIn(report, ["stats", "unexpected"]),
      }),
    ),
}

const chosen = process.argv.slice(2).filter((argument) => argument !== "--all")
if (process.argv.includes("--all")) process.env.ALL_TESTS = "1"
const unknown = chosen.filter((name) => !(name in CHECKS))
if (unknown.length > 0) {
  console.error(
    `Unknown check: ${unknown.join(", ")}. Choose from ${Object.keys(CHECKS).join(", ")}.`,
  )
  process.exit(1)
}

// Tests start many processes with the same modules.
process.env.NODE_COMPILE_CACHE ??= resolve(".cache/compiled")
await rm(REPORTS, { recursive: true, force: true })
await mkdir(REPORTS, { recursive: true })
const total: Tally = { passed: 0, failed: 0 }
const failures: string[] = []
const flaky: string[] = []
const isWanted = (name: string) => chosen.length === 0 || chosen.includes(name)
// The type check uses one core, so it runs at the same time as lint and unit tests. Browser tests need both cores.
if (isWanted("types")) void CHECKS["types"]?.()
for (const [name, check] of Object.entries(CHECKS)) {
  if (!isWanted(name)) continue
  const tally = await check()
  total.passed += tally.passed
  total.failed += tally.failed
  flaky.push(...(tally.flaky ?? []))
  if (tally.failed > 0) {
    failures.push(`${name}: ${tally.failed} failed`)
    failures.push(...(tally.failures ?? []).map((failure) => `  ${failure}`))
  }
}
if (flaky.length > 0) console.warn(`\nPassed only when repeated:\n  ${flaky.join("\n  ")}`)
if (failures.length > 0) console.error(`\n${failures.join("\n")}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
