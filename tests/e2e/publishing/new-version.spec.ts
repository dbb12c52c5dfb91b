/** Tests that, while a new version starts under load, every request gets a response and open tabs keep working. */
import { setTimeout as sleep } from "node:timers/promises"
import type { Page } from "@playwright/test"
import { sendRequest } from "../../host/support/serve-fixture.ts"
import { signInAs } from "../accounts.ts"
import { type ReplaceableHost, withReplaceableHost } from "../host.ts"
import { ARTICLE_SLUG, PUBLIC_PAGES } from "../pages.ts"
import { test as base, expect } from "../test.ts"

const test = base.extend<object, { host: ReplaceableHost }>({
  host: [
    // Playwright requires a destructured first parameter, although this fixture uses no other fixture.
    async ({ rebuilds: _ }, use) => withReplaceableHost(use),
    { scope: "worker", timeout: 180_000 },
  ],
})

const CLIENT_COUNT = 20

/** Starts clients that request pages until `stop()` is called. `stop()` returns the number of responses by status or error. */
async function startReaders({ socket: { port } }: ReplaceableHost) {
  const article = await sendRequest(port, { path: `/news/${ARTICLE_SLUG}` })
  const [picturePath = "none"] = /\/uploads\/[\w/-]+\.webp/.exec(article.body) ?? []
  const paths = [...PUBLIC_PAGES, picturePath]
  const responseCounts: Record<string, number> = {}
  let isStopped = false
  const readPages = async (_: unknown, client: number) => {
    for (let index = client; !isStopped; index += 1) {
      const path = paths[index % paths.length] ?? "/"
      const status = await sendRequest(port, { path }).then(
        (response) => String(response.status),
        (error: Error) => `${path}: ${error.message}`,
      )
      responseCounts[status] = (responseCounts[status] ?? 0) + 1
      await sleep(300)
    }
  }
  const readers = Array.from({ length: CLIENT_COUNT }, readPages)
  return {
    async stop() {
      isStopped = true
      await Promise.all(readers)
      return responseCounts
    },
  }
}

/** Returns the path of the script that every page loads. Its name contains a hash of its content. */
const findPageScript = async ({ socket: { port } }: ReplaceableHost) =>
  /<template data-deferred-scripts>.*?src="([^"]*PageScript[^"]*)"/s.exec(
    (await sendRequest(port, { path: "/" })).body,
  )?.[1] ?? ""

const waitForApi = ({ request }: Page) =>
  expect
    .poll(async () => (await request.get("/api/health")).status(), { timeout: 60_000 })
    .toBe(200)

async function openTab(page: Page, origin: string, path: string, button: string): Promise<Page> {
  await page.goto(origin + path)
  await expect(page.getByRole("button", { name: button })).toBeEnabled()
  return page
}

test("a new version starts while 20 clients request pages, and open tabs keep working", {
  tag: "@slow",
}, async ({ page, otherPages, host }) => {
  test.setTimeout(300_000)
  await waitForApi(page)
  const { origin } = host
  await page.goto("/news")
  const [editor, calendar, profile] = [
    await otherPages.openTab(),
    await otherPages.openBrowser(),
    await otherPages.openBrowser(),
  ]
  await signInAs(editor, "super")
  await openTab(editor, origin, "/admin/news", "New article")
  await signInAs(calendar, "owner")
  await openTab(calendar, origin, "/calendar", "Add event")
  await signInAs(profile, "member")
  await openTab(profile, origin, "/profile", "Liked songs and albums")
  const oldScript = await findPageScript(host)
  // Changes a module of every page, so that all scripts that import it get new names.
  await host.changeSource("src/ui/toast/toasts.ts", "SHOWN_MS = 6000", "SHOWN_MS = 6001")

  const readers = await startReaders(host)
  await sleep(500)
  expect(await host.socket.stop()).toBe(0)
  await host.socket.start()
  await expect
    .poll(() => findPageScript(host), { timeout: 180_000, intervals: [1_000] })
    .not.toBe(oldScript)
  await sleep(500)
  expect(Object.keys(await readers.stop())).toEqual(["200"])
  expect(
    (await sendRequest(host.socket.port, { path: oldScript })).status,
    "the script of the old version can still be loaded",
  ).toBe(200)
  await waitForApi(page)

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
