import { mkdtemp, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { prepareBackupFolder } from "./daily.ts"

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "daina-backups-"))
  vi.spyOn(console, "warn").mockImplementation(() => {})
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true, force: true })
})

test.each([
  ["the data folder", "data", "data"],
  ["a folder below it", "data", "data/backups"],
  ["a folder that is named in another way", "data", "other/../data/backups"],
])("a start warns of backups in %s: they are lost with the data", async (_, data, backups) => {
  const dataDir = join(folder, data)
  await prepareBackupFolder(`${folder}/${backups}`, dataDir)
  expect(console.warn).toHaveBeenCalledExactlyOnceWith(
    expect.stringContaining(`inside the data folder ${dataDir}`),
  )
})

test.each([["backups"], ["data-backups"], ["data.backups"]])(
  "%s next to the data folder is made for its owner alone, without a warning",
  async (name) => {
    await prepareBackupFolder(join(folder, name), join(folder, "data"))
    expect(console.warn).not.toHaveBeenCalled()
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o700)
  },
)

test("a folder that cannot be made is refused with what to do, and for which user", async () => {
  await writeFile(join(folder, "file"), "")
  const refusal = prepareBackupFolder(join(folder, "file/backups"), join(folder, "data"))
  await expect(refusal).rejects.toThrow(`for this user (number ${process.getuid?.()})`)
})
