/** Bundles all functions as Netlify does, and calls some of the bundles. */
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type { Context } from "@netlify/functions"
import { zipFunctions } from "@netlify/zip-it-and-ship-it"
import { afterAll, beforeAll, expect, test } from "vitest"
import { z } from "zod"
import { openBrowser } from "../../support/browser-like.ts"
import { testDatabase } from "../../support/database.ts"
import { makeArticle, makeUser } from "../../support/factories.ts"
import { startMailbox } from "../../support/mailbox.ts"
import { makeCalendar, SLOW_CALENDARS } from "../../support/people/calendars.ts"
import { password } from "../../support/people/sign-in.ts"
import { makeTeam } from "../../support/people/teams.ts"
import { makeOneColorPicture } from "../../support/pictures.ts"
import { startStorage } from "../../support/servers/blobs.ts"

/** Netlify allows 50 MB packed and 250 MB unpacked. Unpacked bundles of at most 50 MB meet both limits. */
const MAX_BUNDLE_BYTES = 50_000_000

const { owner } = testDatabase()
startStorage()
const mailbox = startMailbox()

let folder: string
let bundles: Awaited<ReturnType<typeof zipFunctions>>

const Bundle = z.object({
  default: z.custom<(request: Request, context: Context) => Promise<Response>>(
    (value) => typeof value === "function",
  ),
})

async function importBundle(name: string) {
  const file = join(folder, name, `netlify/functions/${name}.mjs`)
  return Bundle.parse(await import(/* @vite-ignore */ pathToFileURL(file).href)).default
}

async function countBytes(path: string): Promise<number> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "daina-bundles-"))
  const [, included = "[]"] =
    /^\s*included_files = (\[.*\])$/m.exec(await readFile("netlify.toml", "utf8")) ?? []
  const includedFiles = z.array(z.string()).parse(JSON.parse(included))
  bundles = await zipFunctions("netlify/functions", folder, {
    archiveFormat: "none",
    basePath: process.cwd(),
    repositoryRoot: process.cwd(),
    config: { "*": { includedFiles } },
  })
}, 900_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

test("all functions are bundled with their paths or schedule, within Netlify's limits", async () => {
  const names = (await readdir("netlify/functions")).map((name) => name.replace(/\.ts$/, "")).sort()
  expect(bundles.map(({ name }) => name).sort()).toEqual(names)
  for (const { name, routes = [], schedule } of bundles) {
    expect(routes.length > 0 || Boolean(schedule), name).toBe(true)
    expect(await countBytes(join(folder, name)), name).toBeLessThan(MAX_BUNDLE_BYTES)
  }
})

test("each bundle can be loaded", async () => {
  for (const { name } of bundles) expect(typeof (await importBundle(name)), name).toBe("function")
}, 120_000)

test("bundled functions read news, log a member in, process a picture and calendars, and send an email", async () => {
  const db = owner.as(null)
  const { slug } = await makeArticle(db)
  const { id, email } = await makeUser(db, { password })
  const team = await makeTeam(db, { [id]: "owner" })
  const browser = openBrowser()
  const call = async (name: string, method: string, path: string, body?: unknown, type?: string) =>
    browser.call(await importBundle(name), method, path, body, type ? { "content-type": type } : {})
  expect((await call("system", "GET", "/api/health")).status).toBe(200)
  expect((await call("news", "GET", "/api/news")).text).toContain(slug)
  expect((await call("auth", "POST", "/api/auth/sign-in", { email, password })).status).toBe(200)
  const picture = await makeOneColorPicture(300, 300).png().toBuffer()
  expect((await call("profile", "PUT", "/api/profile/avatar", picture, "image/png")).status).toBe(
    200,
  )
  const eventLines = [
    "BEGIN:VEVENT",
    "UID:a",
    "SUMMARY:A",
    "DTSTART:20270310T160000Z",
    "END:VEVENT",
  ]
  for (const [text, status] of [
    [makeCalendar(...eventLines), 200],
    // A calendar that is too complex is refused, so the time limit works in the bundle, which starts no child process.
    [SLOW_CALENDARS[0]?.[1], 422],
  ]) {
    const body = { team_id: team.id, text, address: null }
    expect((await call("imports", "POST", "/api/imports/look", body)).status).toBe(status)
  }
  expect((await call("auth", "POST", "/api/auth/forgot-password", { email })).status).toBe(204)
  await browser.waitForTasks()
  expect(mailbox.getLastMailTo(email).text).toContain("/reset-password#token=")
})
