import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll } from "vitest"
import { type Blobs, startBlobs } from "../../../netlify/host/blobs.ts"

export function startStorage() {
  let folder: string
  let blobs: Blobs
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "daina-blobs-"))
    blobs = await startBlobs(folder)
    process.env.NETLIFY_BLOBS_CONTEXT = blobs.context
  })
  afterAll(async () => {
    delete process.env.NETLIFY_BLOBS_CONTEXT
    await blobs.stop()
    // The server may still be writing a file.
    await rm(folder, { recursive: true, maxRetries: 5 })
  })
  return {
    /** Runs work with a wrong token, so that the server refuses all requests. */
    async runWhileUnavailable(work: () => Promise<unknown>): Promise<void> {
      const context = JSON.parse(Buffer.from(blobs.context, "base64").toString())
      const wrongContext = JSON.stringify({ ...context, token: "another" })
      process.env.NETLIFY_BLOBS_CONTEXT = Buffer.from(wrongContext).toString("base64")
      try {
        await work()
      } finally {
        process.env.NETLIFY_BLOBS_CONTEXT = blobs.context
      }
    },
    /** Replaces the folder of a bucket with a file, so that its pictures cannot be stored. */
    async blockBucket(bucket: string): Promise<void> {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      const newsBucket = entries.find(
        (entry) => entry.isDirectory() && entry.name === "news-images",
      )
      if (!newsBucket) throw new Error("Upload a picture to news-images first")
      await rm(join(newsBucket.parentPath, bucket), { recursive: true, force: true })
      await writeFile(join(newsBucket.parentPath, bucket), "")
    },
    async listPictures(): Promise<string[]> {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      return entries
        .filter((entry) => entry.isFile() && /\.(webp|jpg)$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name))
    },
  }
}
