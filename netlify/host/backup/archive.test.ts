import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"
import { gzipSync } from "node:zlib"
import { pack } from "tar-stream"
import { afterAll, beforeAll, expect, test } from "vitest"
import { StartFailure } from "../start-failure.ts"
import { verifyArchive } from "./archive.ts"

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "daina-archive-"))
})
afterAll(() => rm(folder, { recursive: true }))

test.each([
  ["text that is not JSON", '{"format": 1,', "its manifest is damaged"],
  ["missing fields", '{"format": 1}', "its manifest is damaged"],
  ["another format", '{"format": 2}', "is a backup in format 2"],
])("a backup whose manifest has %s is refused", async (_fault, manifest, message) => {
  const archive = pack()
  archive.entry({ name: "manifest.json" }, manifest)
  archive.finalize()
  const file = join(folder, "backup.tar.gz")
  await writeFile(file, gzipSync(await buffer(archive)))
  const error = await verifyArchive(file).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(StartFailure)
  expect(error).toMatchObject({ message: expect.stringContaining(message) })
})
