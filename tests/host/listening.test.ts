import { Agent, get } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import { expect, test } from "vitest"
import { type Listening, startListening } from "../../netlify/host/listening.ts"
import { readSettings } from "../../netlify/host/settings.ts"
import { holdSocket } from "./support/held-socket.ts"
import { readResponse } from "./support/serve-fixture.ts"
import { makeTemporaryFolder } from "./support/temporary-folder.ts"

const startListener = () => startListening(readSettings({ PORT: "0" }, "/"))
const sendRequest = ({ address }: Listening, agent: Agent | false = false) =>
  get(address.replace("localhost", "127.0.0.1"), { agent })

test("a request waits until the listener is set", async () => {
  const listening = await startListener()
  const response = readResponse(sendRequest(listening))
  await sleep(50)
  listening.setListener((_, res) => res.end("here"))
  expect((await response).body).toBe("here")
  await listening.stop(0)
})

test("stopping finishes running requests and accepts no more", async () => {
  const listening = await startListener()
  const received = Promise.withResolvers<void>()
  const responseSent = Promise.withResolvers<void>()
  listening.setListener(async (_, res) => {
    received.resolve()
    await responseSent.promise
    res.end("finished")
  })
  const response = readResponse(sendRequest(listening))
  await received.promise
  const stopped = listening.stop(5_000)
  await expect(readResponse(sendRequest(listening))).rejects.toThrow("ECONNREFUSED")
  responseSent.resolve()
  expect((await response).body).toBe("finished")
  await stopped
})

test("stopping does not wait for idle connections", async () => {
  const listening = await startListener()
  listening.setListener((_, res) => res.end("kept"))
  const agent = new Agent({ keepAlive: true })
  expect((await readResponse(sendRequest(listening, agent))).body).toBe("kept")
  const startedAt = performance.now()
  await listening.stop(5_000)
  expect(performance.now() - startedAt).toBeLessThan(1_000)
  agent.destroy()
})

test("a systemd socket on all addresses is refused while the setting HOST is the loopback address", async () => {
  const socket = await holdSocket(
    { DATA_DIR: await makeTemporaryFolder() },
    process.cwd(),
    "0.0.0.0",
  )
  await socket.start()
  expect(await socket.waitForExit()).toBe(1)
  expect(socket.getOutput()).toContain("Set HOST=0.0.0.0")
  socket.close()
})
