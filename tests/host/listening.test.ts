import { Agent, get } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import { expect, test } from "vitest"
import { type Listening, startListening } from "../../netlify/host/listening.ts"
import { readSettings } from "../../netlify/host/settings.ts"
import { holdSocket } from "./support/held-socket.ts"
import { readResponse } from "./support/serve-fixture.ts"
import { makeTemporaryFolder } from "./support/temporary-folder.ts"

const start = () => startListening(readSettings({ PORT: "0" }, "/"))
const request = ({ address }: Listening, agent: Agent | false = false) =>
  get(address.replace("localhost", "127.0.0.1"), { agent })

test("a request waits until the listener is set", async () => {
  const listening = await start()
  const response = readResponse(request(listening))
  await sleep(50)
  listening.setListener((_, res) => res.end("here"))
  expect((await response).body).toBe("here")
  await listening.stop(0)
})

test("stopping finishes running requests and accepts no more", async () => {
  const listening = await start()
  const received = Promise.withResolvers<void>()
  const responseSent = Promise.withResolvers<void>()
  listening.setListener(async (_, res) => {
    received.resolve()
    await responseSent.promise
    res.end("finished")
  })
  const response = readResponse(request(listening))
  await received.promise
  const stopped = listening.stop(5_000)
  await expect(readResponse(request(listening))).rejects.toThrow("ECONNREFUSED")
  responseSent.resolve()
  expect((await response).body).toBe("finished")
  await stopped
})

test("stopping does not wait for idle connections", async () => {
  const listening = await start()
  listening.setListener((_, res) => res.end("kept"))
  const agent = new Agent({ keepAlive: true })
  expect((await readResponse(request(listening, agent))).body).toBe("kept")
  const began = performance.now()
  await listening.stop(5_000)
  expect(performance.now() - began).toBeLessThan(1_000)
  agent.destroy()
})

test("a public systemd socket is refused while HOST is loopback", async () => {
  const socket = await holdSocket(
    { DATA_DIR: await makeTemporaryFolder() },
    process.cwd(),
    "0.0.0.0",
  )
  await socket.start()
  expect(await socket.ended()).toBe(1)
  expect(socket.output()).toContain("Set HOST=0.0.0.0")
  socket.close()
})
