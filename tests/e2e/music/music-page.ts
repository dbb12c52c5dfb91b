/** The music page, as a person finds it, and what the server has. */
import type { Page } from "@playwright/test"
import { z } from "zod"
import { expect } from "../test.ts"

/** Songs of the bundled chart, and an album, whose names no other item has. */
export const SONG = "Supernova"
export const OTHER_SONG = "Dynamite"
export const ALBUM = "rosie"
/** Not in the page at first. */
export const LATER_SONG = "Queencard"

export const heart = (page: Page, name: string) =>
  page.getByRole("button", { name: `Like ${name}`, exact: true })

export const star = (page: Page, name: string) =>
  page.getByRole("button", { name: `My favorite song: ${name}`, exact: true })

export const chart = (page: Page, name: string) => page.getByRole("region", { name })

/** Opens the page, and waits until the hearts are the member's. */
export async function openMusic(page: Page): Promise<void> {
  const read = page.waitForResponse((response) => response.url().endsWith("/api/likes"))
  await page.goto("/music")
  await (await read).finished()
}

/** Comes back to a tab: what is read there is read anew, unless that was seconds ago. */
export async function comeBack(page: Page): Promise<void> {
  await page.clock.setFixedTime(Date.now() + 4000)
  await page.evaluate(() =>
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true })),
  )
}

export const expectPressed = (button: ReturnType<typeof heart>, isOn: boolean) =>
  expect(button).toHaveAttribute("aria-pressed", String(isOn))

const Likes = z.object({
  likes: z.array(z.object({ item_id: z.string(), item_type: z.string() })),
  favorite_song_id: z.nullable(z.string()),
})

/** What the server has of the page's member: how many likes, and the favorite song's id. */
export async function stored(page: Page): Promise<{ likes: number; favorite: string | null }> {
  const { likes, favorite_song_id } = Likes.parse(
    await (await page.request.get("/api/likes")).json(),
  )
  return { likes: likes.length, favorite: favorite_song_id }
}

/** Holds the calls of that method and path until it is let go. */
export async function hold(page: Page, path: string, method: string) {
  const gate = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    arrived.resolve()
    await gate.promise
    await route.continue()
  })
  return { letGo: gate.resolve, arrived: arrived.promise }
}
