import type { Page } from "@playwright/test"
import { z } from "zod"
import { expect } from "../test.ts"

// Names of songs of the Top 10, of an album, and of a song that is hidden until "Load more" is pressed.
export const SONG = "Supernova"
export const OTHER_SONG = "Dynamite"
export const ALBUM = "rosie"
export const LATER_SONG = "S-Class"

/** Returns the visible like button of an item. Songs of the Top 10 have a second one in the chart, hidden at first. */
export const getHeart = (page: Page, name: string) =>
  page.locator("[data-music]").getByRole("button", { name: `Like ${name}`, exact: true })

export const getTopRows = (page: Page) => getChart(page, "Baltic top 10").getByRole("listitem")

/** Returns the star next to a song: the mark of the favorite song, or in the list of likes the button that sets it. */
export const getStar = (page: Page, name: string) =>
  page.getByRole("button", { name: `My favorite song: ${name}`, exact: true })

/** Returns the button that makes the song that was liked last the member's favorite. */
export const getFavoriteOffer = (page: Page, name: string) =>
  page.getByRole("button", { name: `Make it my favorite: ${name}`, exact: true })

export const getChart = (page: Page, name: string) => page.getByRole("region", { name })

export async function openMusic(page: Page): Promise<void> {
  const loadedLikes = page.waitForResponse((response) => response.url().endsWith("/api/likes"))
  await page.goto("/music")
  await (await loadedLikes).finished()
}

/** Simulates that the member returns to the tab. The page then refetches queries older than a few seconds. */
export async function returnToTab(page: Page): Promise<void> {
  await page.clock.setFixedTime(Date.now() + 4000)
  await page.evaluate(() =>
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true })),
  )
}

export const expectPressed = (button: ReturnType<typeof getHeart>, isPressed: boolean) =>
  expect(button).toHaveAttribute("aria-pressed", String(isPressed))

const LikesResponse = z.object({
  likes: z.array(z.object({ item_id: z.string(), item_type: z.string() })),
  favorite_song_id: z.nullable(z.string()),
})

export async function fetchStoredLikes(
  page: Page,
): Promise<{ likes: number; favorite: string | null }> {
  const { likes, favorite_song_id } = LikesResponse.parse(
    await (await page.request.get("/api/likes")).json(),
  )
  return { likes: likes.length, favorite: favorite_song_id }
}

/** Holds back requests with a method and path. Returns a function that lets these requests continue. */
export async function holdRequests(page: Page, path: string, method: string) {
  const gate = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    await gate.promise
    await route.continue()
  })
  return gate.resolve
}
