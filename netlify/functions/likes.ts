/** The songs and albums that the member likes. */
import type { Config } from "@netlify/functions"
import type { MiddlewareHandler } from "hono"
import { likeItem, ownLikes, unlikeItem } from "../../db/queries/likes.ts"
import { ITEM_ID, ITEM_TYPES, type ItemType } from "../../src/features/music/schema.ts"
import { api, serve, signedIn } from "../lib/api.ts"
import { problem } from "../lib/problem.ts"

const app = api()

const isItemType = (text: string): text is ItemType => ITEM_TYPES.some((type) => type === text)

app.get("/api/likes", signedIn, async (c) => c.json(await ownLikes(c.var.db)))

const withItem: MiddlewareHandler<{ Variables: { itemType: ItemType } }> = async (c, next) => {
  const type = c.req.param("type") ?? ""
  if (!isItemType(type) || !ITEM_ID.test(c.req.param("id") ?? "")) return problem("not_found")
  c.set("itemType", type)
  return next()
}

app.put("/api/likes/:type/:id", withItem, signedIn, async (c) => {
  const outcome = await likeItem(c.var.db, c.var.itemType, c.req.param("id"))
  if (outcome === "unknown") return problem("not_found")
  return outcome === "full" ? problem("likes_full") : c.json({ liked: true })
})

app.delete("/api/likes/:type/:id", withItem, signedIn, async (c) => {
  await unlikeItem(c.var.db, c.var.itemType, c.req.param("id"))
  return c.body(null, 204)
})

export default serve(app)
export const config: Config = { path: ["/api/likes", "/api/likes/:type/:id"] }
