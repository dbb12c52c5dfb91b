import type { Config } from "@netlify/functions"
import type { Context, MiddlewareHandler } from "hono"
import * as z from "zod/mini"
import {
  type CatalogueAlbum,
  type CatalogueSong,
  listNewAlbums,
  listTrendingSongs,
} from "../../db/queries/catalogue.ts"
import {
  clearFavoriteSong,
  likeItem,
  listOwnLikes,
  setFavoriteSong,
  unlikeItem,
} from "../../db/queries/likes.ts"
import {
  type Album,
  ITEM_ID,
  ITEM_TYPES,
  type ItemType,
  PAGE_SIZE,
  type Song,
} from "../../src/features/music/schema.ts"
import { wholeNumber } from "../../src/schema/fields.ts"
import { type ApiEnv, createApi, createHandler, requireMember } from "../lib/http/api.ts"
import { createProblem, refuse } from "../lib/http/problem.ts"
import { readBody } from "../lib/http/request.ts"

const app = createApi().basePath("/api")

const toArtistObjects = (artists: string[]) => artists.map((name) => ({ name }))
const toImages = (url: string | null) => (url === null ? [] : [{ url }])

// Artists, albums and images have the format of Spotify's API.
const toSongResponse = ({ artists, album_name, image_url, ...song }: CatalogueSong): Song => ({
  ...song,
  artists: toArtistObjects(artists),
  album: { name: album_name, images: toImages(image_url) },
})

const toAlbumResponse = ({ artists, image_url, ...album }: CatalogueAlbum): Album => ({
  ...album,
  artists: toArtistObjects(artists),
  images: toImages(image_url),
})

type ReadChart = (c: Context<ApiEnv>, limit: number, offset: number) => Promise<object[]>

const CHARTS: { path: string; rowsKey: string; read: ReadChart }[] = [
  {
    path: "/spotify-trending-kpop",
    rowsKey: "tracks",
    read: async (c, ...page) => (await listTrendingSongs(c.var.db, ...page)).map(toSongResponse),
  },
  {
    path: "/spotify-new-albums",
    rowsKey: "albums",
    read: async (c, ...page) => (await listNewAlbums(c.var.db, ...page)).map(toAlbumResponse),
  },
]

const MAX_PAGE_SIZE = 50
/** Higher than the number of pages of any chart. */
const MAX_PAGE_NUMBER = 100

const createNumberField = (max: number, fallback: number) =>
  z._default(wholeNumber(1, max), fallback)

const chartPage = z.object({
  page: createNumberField(MAX_PAGE_NUMBER, 1),
  limit: createNumberField(MAX_PAGE_SIZE, PAGE_SIZE),
})

const favoriteSongBody = z.object({
  id: z.string("required").check(z.regex(ITEM_ID, "invalid")),
})

for (const { path, rowsKey, read } of CHARTS) {
  app.post(path, async (c) => {
    const { page, limit } = await readBody(c, chartPage)
    // One more row shows whether there is a next page.
    const rows = await read(c, limit + 1, (page - 1) * limit)
    const next = rows.length > limit ? page + 1 : null
    return c.json({ [rowsKey]: rows.slice(0, limit), next })
  })
}

app.get("/likes", requireMember, async (c) => c.json(await listOwnLikes(c.var.db)))

const requireItem: MiddlewareHandler<{ Variables: { itemType: ItemType } }> = async (c, next) => {
  const type = ITEM_TYPES.find((itemType) => itemType === c.req.param("type"))
  if (!type || !ITEM_ID.test(c.req.param("id") ?? "")) return createProblem("not_found")
  c.set("itemType", type)
  return next()
}

app.put("/likes/:type/:id", requireItem, async (c) => {
  const outcome = await likeItem(c.var.db, c.var.itemType, c.req.param("id"))
  if (outcome === "full") return createProblem("likes_full")
  return outcome === "liked" ? c.json({ liked: true }) : createProblem("not_found")
})

app.delete("/likes/:type/:id", requireItem, async (c) => {
  await unlikeItem(c.var.db, c.var.itemType, c.req.param("id"))
  return c.body(null, 204)
})

app.put("/profile/favorite-song", async (c) => {
  const { id } = await readBody(c, favoriteSongBody)
  const { favorite, isKnown } = await setFavoriteSong(c.var.db, id)
  return c.json(favorite ?? refuse(isKnown ? "profile_incomplete" : "not_found"))
})

app.delete("/profile/favorite-song", async (c) => {
  await clearFavoriteSong(c.var.db)
  return c.body(null, 204)
})

export default createHandler(app)
export const config: Config = {
  path: [
    "/api/spotify-trending-kpop",
    "/api/spotify-new-albums",
    "/api/likes",
    "/api/likes/:type/:id",
    "/api/profile/favorite-song",
  ],
}
