/** Starting a new version under load: every request is answered, and open tabs keep working. */
import { setTimeout as sleep } from "node:timers/promises"
import type { Page } from "@playwright/test"
import { ask } from "../../host/support/serve-fixture.ts"
import { signInAs } from "../accounts.ts"
import { type Releases, withReleases } from "../host.ts"
import { ARTICLE, PUBLIC_PAGES } from "../pages.ts"
import { test as base, expect } from "../test.ts"

const test = base.extend<object, { host: Releases }>({
  host: [async ({ rebuilds: _ }, use) => withReleases(use), { scope: "worker", timeout: 180_000 }],
})

const CLIENTS = 20

/** Requests public pages and an uploaded picture repeatedly. `stop` returns the number of answers by status. */
async function startReaders({ socket: { port } }: Releases) {
  const article = await ask(port, { path: `/news/${ARTICLE}` })
  const [picture = "none"] = /\/uploads\/[\w/-]+\.webp/.exec(article.body) ?? []
  const paths = [...PUBLIC_PAGES, picture]
  const statuses: Record<string, number> = {}
  let isStopped = false
  const read = async (_: unknown, client: number) => {
    for (let at = client; !isStopped; at += 1) {
      const path = paths[at % paths.length] ?? "/"
      const status = await ask(port, { path }).then(
        (answer) => String(answer.status),
        (error: Error) => `${path}: ${error.message}`,
      )
      statuses[status] = (statuses[status] ?? 0) + 1
      await sleep(300)
    }
  }
  const readers = Array.from({ length: CLIENTS }, read)
  return {
    async stop() {
      isStopped = true
      await Promise.all(readers)
      return statuses
    },
  }
}

const scriptOf = async ({ socket: { port } }: Releases) =>
  /<template data-deferred-scripts>.*?src="([^"]*PageScript[^"]*)"/s.exec(
    (await ask(port, { path: "/" })).body,
  )?.[1] ?? ""

const untilCallsAreAnswered = ({ request }: Page) =>
  expect
    .poll(async () => (await request.get("/api/health")).status(), { timeout: 60_000 })
    .toBe(200)

/** Opens a page and waits for its hydrated button. */
async function openTab(page: Page, origin: string, path: string, button: string): Promise<Page> {
  await page.goto(origin + path)
  await expect(page.getByRole("button", { name: button, exact: true })).toBeEnabled()
  return page
}

test("a new version takes over while 20 visitors read, and open tabs keep working", {
  tag: "@slow",
}, async ({ page, others, host }) => {
  test.setTimeout(300_000)
  await untilCallsAreAnswered(page)
  const { origin } = host
  await page.goto("/news")
  const [editor, calendar, profile] = [
    await others.tab(),
    await others.device(),
    await others.device(),
  ]
  await signInAs(editor, "super")
  await openTab(editor, origin, "/admin/news", "New article")
  await signInAs(calendar, "owner")
  await openTab(calendar, origin, "/calendar", "Add event")
  await signInAs(profile, "member")
  await openTab(profile, origin, "/profile", "Save profile")
  const before = await scriptOf(host)
  // Changes a module of every page, so that all scripts that import it get new names.
  await host.change("src/ui/toast/toasts.ts", "SHOWN_MS = 6000", "SHOWN_MS = 6001")

  const readers = await startReaders(host)
  await sleep(500)
  expect(await host.socket.stop()).toBe(0)
  await host.socket.start()
  await expect.poll(() => scriptOf(host), { timeout: 180_000, intervals: [1_000] }).not.toBe(before)
  await sleep(500)
  expect(Object.keys(await readers.stop())).toEqual(["200"])
  expect(
    (await ask(host.socket.port, { path: before })).status,
    "the script of the old version",
  ).toBe(200)
  await untilCallsAreAnswered(page)

  await page.keyboard.press("/")
  await page.getByRole("dialog").getByRole("searchbox").fill("cup")
  await expect(page.getByRole("dialog").getByRole("link").first()).toBeVisible()

  await editor.getByRole("button", { name: "New article" }).click()
  const dialog = editor.getByRole("dialog", { name: "New article" })
  await dialog.getByRole("textbox", { name: "Content" }).click()
  await editor.keyboard.type("Written in an old tab")
  await expect(dialog.getByText("Written in an old tab")).toBeVisible()

  await calendar.getByRole("button", { name: "Add event", exact: true }).click()
  await expect(calendar.getByRole("dialog", { name: "Add event" })).toBeVisible()

  await profile.getByRole("textbox", { name: "Display name" }).fill("Member")
  await profile.getByRole("button", { name: "Save profile" }).click()
  await expect(profile.getByText("Profile updated")).toBeVisible()
})
