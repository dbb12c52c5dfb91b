/** Tests of functions that respond before they have read the whole body. The host then reads and drops the rest. */
import { createServer } from "node:http"
import { connect, type Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { describe, expect, onTestFinished, test } from "vitest"
import { createListener } from "../../netlify/host/app.ts"
import { createTasks } from "../../netlify/host/functions.ts"
import { listen } from "../../netlify/host/listening.ts"
import { readBytes } from "../../netlify/lib/http/request.ts"

/** Responds early: at `/unread` without reading the body, at `/partly-read` after at most 10 kB of the body. */
async function respondEarly(request: Request): Promise<Response> {
  if (request.url.endsWith("/unread")) return new Response("refused", { status: 403 })
  const bytes = await readBytes({ headers: new Headers(), body: request.body }, 10_000)
  return new Response(bytes ? "read" : "too large", { status: bytes ? 200 : 413 })
}

async function connectToHost(trustedProxy: string | null): Promise<Socket> {
  const functions = [
    { name: "example", default: respondEarly, config: { path: ["/unread", "/partly-read"] } },
  ]
  const parts = { functions, tasks: createTasks(), trustedProxy, getServedSite: () => null }
  const server = createServer(createListener(parts))
  const port = await listen(server, 0, "127.0.0.1")
  const socket = connect(port, "127.0.0.1")
  onTestFinished(() => {
    socket.destroy()
    server.close()
  })
  return socket
}

const makeRequestHead = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n`

/** Returns a response's status and `Connection` header, or "closed" if the connection ends first. */
function readNextResponse(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = ""
    const close = () => resolve("closed")
    const read = (chunk: Buffer) => {
      text += chunk.toString()
      const [, length] = /\r\ncontent-length: (\d+)/i.exec(text) ?? []
      const [head = "", body = ""] = text.split("\r\n\r\n")
      if (length === undefined || body.length < Number(length)) return
      socket.off("data", read).off("close", close).off("error", close)
      const connection = /\r\nconnection: ([\w-]+)/i.exec(head)?.[1]
      resolve(`${head.slice(9, 12)} ${connection}`)
    }
    socket.on("data", read).on("close", close).on("error", close)
  })
}

/** Path, length of the body in bytes, and expected status with the `Connection` header. */
const CASES = [
  ["/unread", 60_000, "403 keep-alive"],
  ["/unread", 900_000, "403 keep-alive"],
  ["/unread", 4_500_000, "403 keep-alive"],
  ["/partly-read", 60_000, "413 keep-alive"],
  ["/partly-read", 900_000, "413 keep-alive"],
] as const

async function sendTwice(proxy: string | null, path: string, length: number) {
  const socket = await connectToHost(proxy)
  const firstResponse = readNextResponse(socket)
  socket.write(makeRequestHead(path, length))
  socket.write(Buffer.alloc(length))
  const responses = [await firstResponse]
  // If the body is unread, @hono/node-server closes a connection 500 ms after the response.
  await sleep(700)
  const secondResponse = readNextResponse(socket)
  socket.write(`${makeRequestHead("/unread", 2)}ok`)
  return [...responses, await secondResponse]
}

describe.each([
  ["without a proxy", null],
  ["behind a proxy", "loopback"],
])("%s", (_, proxy) => {
  test("a response before the end of the body keeps the connection usable", async () => {
    const responses = CASES.map(([path, length]) => sendTwice(proxy, path, length))
    expect(await Promise.all(responses)).toEqual(
      CASES.map(([, , expected]) => [expected, "403 keep-alive"]),
    )
  })

  test("a request with a body over 5 MB gets its response at once, and the connection is closed", async () => {
    const socket = await connectToHost(proxy)
    const firstResponse = readNextResponse(socket)
    socket.write(makeRequestHead("/unread", 50_000_000))
    expect(await firstResponse).toBe("403 close")
    expect(await readNextResponse(socket)).toBe("closed")
  })
})

test("a sender that needs half a second for the body gets the response afterwards", async () => {
  const socket = await connectToHost("loopback")
  const firstResponse = readNextResponse(socket)
  socket.write(makeRequestHead("/unread", 100_000))
  for (let part = 0; part < 10; part += 1) {
    socket.write(Buffer.alloc(10_000))
    await sleep(50)
  }
  expect(await firstResponse).toBe("403 keep-alive")
  const secondResponse = readNextResponse(socket)
  socket.write(`${makeRequestHead("/unread", 2)}ok`)
  expect(await secondResponse).toBe("403 keep-alive")
})

test.runIf(process.env.ALL_TESTS)(
  "the host waits at most five seconds for a body",
  async () => {
    const socket = await connectToHost("loopback")
    const firstResponse = readNextResponse(socket)
    socket.write(makeRequestHead("/unread", 900_000))
    expect(await firstResponse).toBe("403 close")
  },
  10_000,
)
