import { json } from "node:stream/consumers"
import { afterAll, beforeEach } from "vitest"
import * as z from "zod/mini"
import { startFakeServer } from "./fake-server.ts"

const TOKEN = "123456:secret-of-the-bot"
const CHAT = "-1001"
const CHANNEL = "@daina"

const messageSchema = z.object({
  chat_id: z.string(),
  text: z.string(),
  parse_mode: z.literal("HTML"),
  link_preview_options: z.object({ is_disabled: z.boolean() }),
})

export type Refusal = { status: number; retryAfter?: number } | "hang up" | "not JSON"

/** Returns the visible text of a message in HTML. Throws for markup other than bold text. */
export function readHtml(html: string): string {
  const withoutBold = html.replace(/<b>([^<>]*)<\/b>/g, "$1")
  if (/[<>]|&(?!(amp|lt|gt);)/.test(withoutBold))
    throw new Error(`Can't parse entities: ${withoutBold}`)
  return withoutBold.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&")
}

export function startTelegram() {
  const bot = {
    messages: [] as z.infer<typeof messageSchema>[],
    calls: 0,
    refusals: [] as Refusal[],
    token: TOKEN,
    chat: CHAT,
    channel: CHANNEL,
  }
  startFakeServer(["TELEGRAM_API_URL"], async (request, response) => {
    bot.calls += 1
    const refusal = bot.refusals.shift()
    if (refusal === "hang up") return void request.socket.destroy()
    if (refusal === "not JSON") return void response.writeHead(502).end("<h1>Bad gateway</h1>")
    const reply = (status: number, body: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
    if (refusal) {
      const parameters = { retry_after: refusal.retryAfter }
      const body = { ok: false, error_code: refusal.status, description: "Refused", parameters }
      return void reply(refusal.status, body)
    }
    if (request.url !== `/bot${TOKEN}/sendMessage`) return void reply(404, { ok: false })
    const message = messageSchema.parse(await json(request))
    if (message.chat_id !== CHAT && message.chat_id !== CHANNEL) {
      return void reply(400, { ok: false, description: "Bad Request: chat not found" })
    }
    const length = readHtml(message.text).length
    if (length > 4096) {
      return void reply(400, { ok: false, description: "Bad Request: message is too long" })
    }
    bot.messages.push(message)
    reply(200, { ok: true, result: { message_id: bot.messages.length } })
  })
  beforeEach(() => {
    Object.assign(bot, { messages: [], calls: 0, refusals: [] })
    process.env.TELEGRAM_BOT_TOKEN = TOKEN
    process.env.TELEGRAM_CHAT_ID = CHAT
  })
  afterAll(() => {
    for (const name of ["BOT_TOKEN", "CHAT_ID"]) delete process.env[`TELEGRAM_${name}`]
  })
  return bot
}
