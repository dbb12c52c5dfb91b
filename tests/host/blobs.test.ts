import { networkInterfaces } from "node:os"
import { getStore } from "@netlify/blobs"
import { expect, onTestFinished, test } from "vitest"
import { startBlobs } from "../../netlify/host/blobs.ts"
import { makeTemporaryFolder } from "./support/temporary-folder.ts"

async function startBlobServer(directory: string) {
  const blobs = await startBlobs(directory)
  process.env.NETLIFY_BLOBS_CONTEXT = blobs.context
  onTestFinished(async () => {
    delete process.env.NETLIFY_BLOBS_CONTEXT
    await blobs.stop()
  })
  const context: { edgeURL: string } = JSON.parse(Buffer.from(blobs.context, "base64").toString())
  return { ...blobs, address: new URL(context.edgeURL) }
}

test("stored files survive a restart", async () => {
  const folder = await makeTemporaryFolder()
  const storage = await startBlobServer(folder)
  await getStore({ name: "uploads", consistency: "strong" }).set("news/ķ.webp", "a picture")
  await storage.stop()
  await startBlobServer(folder)
  const store = getStore({ name: "uploads", consistency: "strong" })
  expect(await store.get("news/ķ.webp")).toBe("a picture")
  expect((await store.list()).blobs.map(({ key }) => key)).toHaveLength(1)
  await store.delete("news/ķ.webp")
  expect(await store.get("news/ķ.webp")).toBeNull()
})

test("requests without the token are refused", async () => {
  const { address } = await startBlobServer(await makeTemporaryFolder())
  expect((await fetch(`${address}local/site:uploads/a`)).status).toBe(403)
})

test("the storage does not listen on external addresses", async () => {
  const { address } = await startBlobServer(await makeTemporaryFolder())
  const externalAddress = Object.values(networkInterfaces())
    .flat()
    .find((address) => address && !address.internal)
  if (!externalAddress) return
  await expect(fetch(`http://${externalAddress.address}:${address.port}/`)).rejects.toThrow()
})
