import { connectToDatabase } from "../database.ts"
import { signInNewMember } from "../people.ts"
import { getToast } from "../screens.ts"
import { expect, test } from "../test.ts"

test("/me shows the next entry code on the first screen of a phone, then the tasks and a log-out button", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { id } = await signInNewMember(page)
  const db = await connectToDatabase()
  await db.one`
    insert into event_signups (event_id, user_id, status)
    select id, ${id}, 'going' from events where slug = 'random-play-dance-riga'`
  await page.goto("/me")
  const button = page.getByRole("button", { name: "Entry code" })
  await expect(button).toBeVisible()
  const buttonBox = await button.boundingBox()
  const barBox = await page.locator("[data-bottom-bar]").boundingBox()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  expect((buttonBox?.y ?? Infinity) + (buttonBox?.height ?? 0)).toBeLessThan(barBox?.y ?? 0)
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText([
    "My events",
    "Waiting for you",
    "Liked songs and albums",
    "My teams",
    "Following",
    "Settings",
  ])
  const tasks = page.getByRole("region", { name: "Waiting for you" })
  await expect(tasks.getByRole("link", { name: "Add a picture" })).toBeVisible()
  const settings = page.getByRole("navigation", { name: "Settings" })
  await expect(settings.getByRole("link", { name: "Notification settings" })).toHaveAttribute(
    "href",
    "/notifications#settings",
  )
  await settings.getByRole("button", { name: "Log out" }).click()
  await expect(getToast(page, "Signed out")).toBeVisible()
})
