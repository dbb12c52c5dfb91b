/** Runs `deploy/deploy.sh` with fakes of npm, systemctl, runuser and the host. */
import { execFile } from "node:child_process"
import { chmod, mkdir, readdir, readFile, readlink, rm, writeFile } from "node:fs/promises"
import { userInfo } from "node:os"
import { dirname, join, resolve } from "node:path"
import { promisify } from "node:util"
import { beforeEach, describe, expect, onTestFinished, test } from "vitest"
import { findFreePort } from "../../netlify/host/listening.ts"
import { runProgram } from "./support/started-host.ts"
import { makeTemporaryFolder } from "./support/temporary-folder.ts"

const run = promisify(execFile)
const SCRIPT_PATH = resolve("deploy/deploy.sh")

/** Program of a fake host. It responds with 200 if the file `healthy` of the release contains "yes", otherwise with 503. */
const HOST_PROGRAM = `
import { createServer } from "node:http"
import { readFileSync } from "node:fs"
const [home, port] = process.argv.slice(2)
const isHealthy = readFileSync(home + "/current/healthy", "utf8") === "yes"
createServer((_, res) => res.writeHead(isHealthy ? 200 : 503).end()).listen(Number(port), "127.0.0.1")`

/** Fakes of the programs that the script calls. npm and systemctl write their calls to the file `log`. */
const makePrograms = (home: string, port: number): Record<string, string> => ({
  runuser: '#!/bin/bash\nshift 3\nexec "$@"\n',
  npm: `#!/bin/bash
echo "npm $*" >> "${home}/log"
if [[ -e npm-fails ]]; then exit 1; fi
mkdir node_modules
`,
  // Closes file descriptor 9: under the real systemctl, the host does not inherit the lock of the deploy.
  systemctl: `#!/bin/bash
echo "systemctl $* $(readlink ${home}/current)" >> "${home}/log"
pid=$(cat "${home}/pid" 2>/dev/null)
case $1 in
  is-active) kill -0 "$pid" 2>/dev/null ;;
  restart)
    if [[ -n $pid ]]; then kill "$pid"; fi
    "${process.execPath}" "${home}/host.mjs" "${home}" ${port} >/dev/null 2>&1 9>&- &
    echo $! > "${home}/pid"
    ;;
esac
`,
})

/** Temporary folder that replaces `/srv/daina`. */
let home: string
let port: number

async function write(path: string, text: string, mode = 0o644) {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
  await chmod(path, mode)
}

const runGit = (...args: string[]) =>
  run("git", ["-C", join(home, "origin"), "-c", "user.name=x", "-c", "user.email=x", ...args])

/** Commits files. Returns the name of the release that a deploy of this commit creates. */
async function commit(files: Record<string, string>): Promise<string> {
  for (const [path, text] of Object.entries(files)) await write(join(home, "origin", path), text)
  await runGit("add", "--all")
  await runGit("commit", "--quiet", "--message", "A version")
  const { stdout } = await runGit("rev-parse", "HEAD")
  return stdout.slice(0, 12)
}

const removeFile = (path: string) => rm(join(home, "origin", path))

const deploy = (...args: string[]) =>
  runProgram("bash", [SCRIPT_PATH, ...args], {
    PATH: `${join(home, "bin")}:${process.env.PATH}`,
    DAINA_HOME: home,
    DAINA_USER: userInfo().username,
    DAINA_SETTINGS: join(home, "settings"),
    DAINA_TIMEOUT_S: "2",
  })

/** Returns the release that the link `current` or `previous` points to; null without a link. */
const readRelease = (name: string) =>
  readlink(join(home, name)).then(
    (path) => path.replace("releases/", ""),
    () => null,
  )

const readLog = async () => (await readFile(join(home, "log"), "utf8")).trim().split("\n")

const getSiteStatus = async () => (await fetch(`http://127.0.0.1:${port}/`)).status

/** Fake of the program that migrates the database. It fails if the release contains the file `migration-fails`. */
const MIGRATE = `
import { appendFileSync, existsSync } from "node:fs"
appendFileSync(process.env.MIGRATED, "migrated in " + process.env.DATA_DIR + "\\n")
if (existsSync("migration-fails")) process.exit(1)`

beforeEach(async () => {
  home = await makeTemporaryFolder()
  port = await findFreePort()
  await mkdir(join(home, "origin"))
  await runGit("init", "--quiet", "--initial-branch=main")
  for (const [name, text] of Object.entries(makePrograms(home, port))) {
    await write(join(home, "bin", name), text, 0o755)
  }
  await write(join(home, "host.mjs"), HOST_PROGRAM)
  await write(join(home, "settings"), `PORT=${port}\nMIGRATED=${home}/log\n`)
  onTestFinished(async () => {
    const pid = Number(await readFile(join(home, "pid"), "utf8").catch(() => ""))
    if (pid) process.kill(pid)
  })
})

async function deployFirst(): Promise<string> {
  const release = await commit({
    healthy: "yes",
    "db/migrations/01_first.sql": "",
    "netlify/host/migrate.ts": MIGRATE,
  })
  await run("git", ["clone", "--quiet", join(home, "origin"), join(home, "source")])
  expect(await deploy()).toMatchObject({ code: 0 })
  return release
}

test("a deploy installs without developer packages, migrates, and then restarts", async () => {
  const firstVersion = await deployFirst()
  expect(await readRelease("current")).toBe(firstVersion)
  expect(await readLog()).toEqual([
    "npm ci --omit=dev --no-audit --no-fund",
    `systemctl restart daina.service releases/${firstVersion}`,
  ])
  const secondVersion = await commit({ change: "" })
  expect((await deploy()).output).toContain(`${secondVersion} runs`)
  expect((await readLog()).slice(2)).toEqual([
    "npm ci --omit=dev --no-audit --no-fund",
    `migrated in ${home}/data`,
    `systemctl restart daina.service releases/${secondVersion}`,
  ])
  expect([await readRelease("current"), await readRelease("previous")]).toEqual([
    secondVersion,
    firstVersion,
  ])
  expect(await getSiteStatus()).toBe(200)
})

test("a deploy of the running version does not restart it", async () => {
  const firstVersion = await deployFirst()
  const { code, output } = await deploy()
  expect([code, output]).toEqual([0, `${firstVersion} runs already.`])
  expect((await readLog()).filter((line) => line.includes("restart"))).toHaveLength(1)
})

test("a branch, a tag or a commit can be deployed; other names are refused", async () => {
  const firstVersion = await deployFirst()
  await runGit("checkout", "--quiet", "-b", "next")
  const secondVersion = await commit({ change: "" })
  await runGit("tag", "v2")
  await deploy("next")
  expect(await readRelease("current")).toBe(secondVersion)
  await deploy(firstVersion)
  expect(await readRelease("current")).toBe(firstVersion)
  await deploy("v2")
  expect(await readRelease("current")).toBe(secondVersion)
  expect(await deploy("nowhere")).toMatchObject({ code: 1 })
  expect(await deploy("--what")).toMatchObject({ code: 1 })
})

test("the last two releases are kept", async () => {
  await deployFirst()
  const secondVersion = await commit({ change: "2" })
  await deploy()
  const thirdVersion = await commit({ change: "3" })
  await deploy()
  expect((await readdir(join(home, "releases"))).sort()).toEqual(
    [secondVersion, thirdVersion].sort(),
  )
})

describe("failures", () => {
  test.each(["npm-fails", "migration-fails"])(
    "a failed deploy keeps the running version: %s",
    async (file) => {
      const firstVersion = await deployFirst()
      await commit({ [file]: "" })
      expect((await deploy()).code).not.toBe(0)
      expect([await readRelease("current"), await readRelease("previous")]).toEqual([
        firstVersion,
        null,
      ])
      expect(await getSiteStatus()).toBe(200)
      await removeFile(file)
      const fixedVersion = await commit({})
      expect(await deploy()).toMatchObject({ code: 0 })
      expect(await readRelease("current")).toBe(fixedVersion)
    },
  )

  test("a deploy returns to the running version when the new version does not respond", async () => {
    const firstVersion = await deployFirst()
    await commit({ healthy: "no" })
    const { code, output } = await deploy()
    expect(code).toBe(1)
    expect(output).toContain(`The site is back at ${firstVersion}`)
    expect(await readRelease("current")).toBe(firstVersion)
    expect(await getSiteStatus()).toBe(200)
  })

  test("if a deploy fails after the migration, the script explains why it cannot return to the old version", async () => {
    const firstVersion = await deployFirst()
    const secondVersion = await commit({ healthy: "no", "db/migrations/02_second.sql": "" })
    const { code, output } = await deploy()
    expect(code).toBe(1)
    expect(output).toContain(`${firstVersion} cannot run any more`)
    expect(await readRelease("current")).toBe(secondVersion)
  })
})

describe("rollbacks", () => {
  test("a rollback without a previous version is refused", async () => {
    await deployFirst()
    expect((await deploy("--rollback")).output).toContain("There is no release before")
  })

  test("a rollback returns to the previous version, and a second rollback to the newer version", async () => {
    const firstVersion = await deployFirst()
    const secondVersion = await commit({ change: "" })
    await deploy()
    expect(await deploy("--rollback")).toMatchObject({ code: 0 })
    expect([await readRelease("current"), await readRelease("previous")]).toEqual([
      firstVersion,
      secondVersion,
    ])
    await deploy("--rollback")
    expect(await readRelease("current")).toBe(secondVersion)
  })

  test("a rollback is refused after a migration", async () => {
    await deployFirst()
    const secondVersion = await commit({ "db/migrations/02_second.sql": "" })
    await deploy()
    expect((await deploy("--rollback")).output).toContain("has migrated the database")
    expect(await readRelease("current")).toBe(secondVersion)
  })
})
