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

test.each([["data"], ["data/backups"], ["other/../data/backups"]])(
  "the backup folder %s, which is the data folder or inside it, causes a warning",
  async (name) => {
    const dataDir = join(folder, "data")
    await prepareBackupFolder(`${folder}/${name}`, dataDir)
    expect(console.warn).toHaveBeenCalledExactlyOnceWith(
      expect.stringContaining(`inside the data folder ${dataDir}`),
    )
  },
)

test.each([["backups"], ["data-backups"], ["data.backups"]])(
  "the backup folder %s next to the data folder is created without a warning, with mode 700",
  async (name) => {
    await prepareBackupFolder(join(folder, name), join(folder, "data"))
    expect(console.warn).not.toHaveBeenCalled()
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o700)
  },
)

test("the error about a backup folder that cannot be created names the user id", async () => {
  await writeFile(join(folder, "file"), "")
  const preparation = prepareBackupFolder(join(folder, "file/backups"), join(folder, "data"))
  await expect(preparation).rejects.toThrow(`for this user (user id ${process.getuid?.()})`)
})
