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
  ["another path to the same folder", "data", "other/../data/backups"],
])("a start warns about backups in %s", async (_, data, backups) => {
  const dataDir = join(folder, data)
  await prepareBackupFolder(`${folder}/${backups}`, dataDir)
  expect(console.warn).toHaveBeenCalledExactlyOnceWith(
    expect.stringContaining(`inside the data folder ${dataDir}`),
  )
})

test.each([["backups"], ["data-backups"], ["data.backups"]])(
  "the folder %s next to the data folder is created for its owner, without a warning",
  async (name) => {
    await prepareBackupFolder(join(folder, name), join(folder, "data"))
    expect(console.warn).not.toHaveBeenCalled()
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o700)
  },
)

test("a folder that cannot be created is refused with the user id", async () => {
  await writeFile(join(folder, "file"), "")
  const refusal = prepareBackupFolder(join(folder, "file/backups"), join(folder, "data"))
  await expect(refusal).rejects.toThrow(`for this user (user id ${process.getuid?.()})`)
})
