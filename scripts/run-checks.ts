/** Runs the checks of CHECKS that the arguments name, or all. `--all` adds slow tests. Repeats a failed test once. */
import { type ChildProcess, spawn } from "node:child_process"
import { mkdir, readFile, rm } from "node:fs/promises"
import { resolve } from "node:path"
import { ensureChromium } from "./chromium.mjs"

interface CheckResult {
  passed: number
  failed: number
  failures: string[]
  flaky: string[]
}

const REPORTS_FOLDER = ".cache/tests"

function run(command: string, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  console.log(`\n> ${command} ${args.join(" ")}`)
  const child = spawn(command, args, { stdio: "inherit", env: { ...process.env, ...env } })
  return waitForExit(child)
}

function waitForExit(child: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    child.once("error", (error) => {
      console.error(error.message)
      resolve(false)
    })
    child.once("close", (code) => resolve(code === 0))
  })
}

/** Runs a command and prints its output when it ends, so that its lines do not mix with the output of the tests. */
async function runInBackground(command: string, args: string[]): Promise<boolean> {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => output.push(chunk))
  }
  const ok = await waitForExit(child)
  console.log(`\n> ${command} ${args.join(" ")}`)
  process.stdout.write(Buffer.concat(output))
  return ok
}

const createSingleResult = (ok: boolean): CheckResult => ({
  passed: Number(ok),
  failed: Number(!ok),
  failures: [],
  flaky: [],
})

/** Returns the result of a test run from its report. If `ok` is false, at least one failure counts. */
async function readResult(ok: boolean, file: string): Promise<CheckResult> {
  try {
    const outcomes = findOutcomes(JSON.parse(await readFile(`${REPORTS_FOLDER}/${file}`, "utf8")))
    const listNames = (wanted: TestOutcome["result"]) =>
      outcomes.flatMap(({ name, result }) => (result === wanted ? [name] : []))
    const [failures, flaky] = [listNames("failed"), listNames("flaky")]
    const passed = listNames("passed").length + flaky.length
    return { passed, failed: Math.max(failures.length, ok ? 0 : 1), failures, flaky }
  } catch {
    return createSingleResult(ok)
  }
}

interface TestOutcome {
  name: string
  result: "passed" | "failed" | "flaky"
}

const getFirstLine = (value: unknown) => `${value ?? ""}`.split("\n", 1)[0]

/** Returns the outcomes of all tests in a report of vitest or Playwright, except skipped tests. */
function findOutcomes(report: unknown): TestOutcome[] {
  if (typeof report !== "object" || report === null) return []
  const { status, fullName, name, message, failureMessages, ok, title, file, tests } =
    report as Record<string, unknown>
  if (typeof fullName === "string") {
    const [reason] = Array.isArray(failureMessages) ? failureMessages : []
    const result = status === "passed" && reason ? "flaky" : status
    const isRun = result === "passed" || result === "flaky" || result === "failed"
    return isRun ? [{ name: `${fullName}: ${getFirstLine(reason)}`, result }] : []
  }
  if (typeof ok === "boolean" && typeof title === "string" && Array.isArray(tests)) {
    if (tests.every((test) => test.status === "skipped")) return []
    const result = tests.some((test) => test.status === "flaky") ? "flaky" : "passed"
    return [{ name: `${file}: ${title}`, result: ok ? result : "failed" }]
  }
  const outcomes = Object.values(report).flatMap(findOutcomes)
  const hasFailedTest = outcomes.some(({ result }) => result === "failed")
  return status === "failed" && typeof name === "string" && !hasFailedTest
    ? [...outcomes, { name: `${name}: ${getFirstLine(message)}`, result: "failed" }]
    : outcomes
}

const CHECKS: Record<string, () => Promise<CheckResult>> = {
  unit: async () =>
    readResult(
      await run("vitest", [
        ...["run", "--retry=1", "--reporter=default", "--reporter=json"],
        `--outputFile.json=${REPORTS_FOLDER}/vitest.json`,
      ]),
      "vitest.json",
    ),
  lint: async () =>
    createSingleResult(await runInBackground("biome", ["ci", "--error-on-warnings", "."])),
  types: async () =>
    createSingleResult(
      await runInBackground("astro", ["check", "--minimumFailingSeverity", "warning"]),
    ),
  browser: async () =>
    readResult(
      await run("playwright", ["test", "--retries=1", "--reporter=list,json"], {
        CHROMIUM_PATH: await ensureChromium(),
        PLAYWRIGHT_JSON_OUTPUT_NAME: `${REPORTS_FOLDER}/playwright.json`,
      }),
      "playwright.json",
    ),
}

const checkNames = process.argv.slice(2).filter((argument) => argument !== "--all")
if (process.argv.includes("--all")) process.env.ALL_TESTS = "1"
const unknownNames = checkNames.filter((name) => !(name in CHECKS))
if (unknownNames.length > 0) {
  console.error(
    `Unknown check: ${unknownNames.join(", ")}. Choose from ${Object.keys(CHECKS).join(", ")}.`,
  )
  process.exit(1)
}

process.env.NODE_COMPILE_CACHE ??= resolve(".cache/compiled")
await rm(REPORTS_FOLDER, { recursive: true, force: true })
await mkdir(REPORTS_FOLDER, { recursive: true })
const isWanted = (name: string) => checkNames.length === 0 || checkNames.includes(name)
// Lint and types run at the same time as the unit tests.
// Browser tests run alone, because they need two processor cores.
const started = new Map(
  ["lint", "types"].filter(isWanted).map((name) => [name, CHECKS[name]?.()] as const),
)
let [passed, failed] = [0, 0]
const failures: string[] = []
const flaky: string[] = []
for (const [name, check] of Object.entries(CHECKS)) {
  if (!isWanted(name)) continue
  const result = await (started.get(name) ?? check())
  passed += result.passed
  failed += result.failed
  flaky.push(...result.flaky)
  if (result.failed > 0) {
    failures.push(`${name}: ${result.failed} failed`, ...result.failures.map((test) => `  ${test}`))
  }
}
if (flaky.length > 0) console.warn(`\nPassed only when repeated:\n  ${flaky.join("\n  ")}`)
if (failures.length > 0) console.error(`\n${failures.join("\n")}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
