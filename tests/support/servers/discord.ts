import { createServer } from "node:http"
import { json } from "node:stream/consumers"
import { afterAll, beforeAll, beforeEach } from "vitest"
import * as z from "zod/mini"
import { listen } from "../../../netlify/host/listening.ts"

const messageSchema = z.object({
  embeds: z.tuple([
    z.object({
      author: z.object({ name: z.string() }),
      title: z.string().check(z.maxLength(256)),
      url: z.url(),
      description: z.string(),
    }),
  ]),
  allowed_mentions: z.object({ parse: z.tuple([]) }),
})

export type DiscordRefusal = { status: number; retryAfter?: number } | "hang up"

export function startDiscord() {
  const server = {
    origin: "",
    /** Accepted messages, each with the path of its webhook; emptied before each test. */
    posts: [] as { path: string; embed: z.infer<typeof messageSchema>["embeds"][0] }[],
    calls: 0,
    refusals: [] as DiscordRefusal[],
  }
  const http = createServer(async (request, response) => {
    server.calls += 1
    const refusal = server.refusals.shift()
    if (refusal === "hang up") return void request.socket.destroy()
    if (refusal) {
      const body = { message: "Refused", retry_after: refusal.retryAfter }
      response.writeHead(refusal.status, { "content-type": "application/json" })
      return void response.end(JSON.stringify(body))
    }
    const { embeds } = messageSchema.parse(await json(request))
    server.posts.push({ path: request.url ?? "", embed: embeds[0] })
    response.writeHead(204).end()
  })
  beforeAll(async () => {
    server.origin = `http://127.0.0.1:${await listen(http, 0, "127.0.0.1")}`
  })
  beforeEach(() => {
    Object.assign(server, { posts: [], calls: 0, refusals: [] })
  })
  afterAll(() => {
    http.closeAllConnections()
    http.close()
  })
  return server
}
