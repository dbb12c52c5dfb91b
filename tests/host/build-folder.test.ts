import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { makeBuildFolder, moveFolder } from "../../netlify/host/build/build-folder.ts"
import { startedAt } from "../../netlify/host/processes.ts"
import { otherFileSystem } from "../other-file-system.ts"
import { sleeper, temporaryFolder } from "./temporary-folder.ts"

test("each build has a folder of its own, which goes with it", async () => {
  const root = await temporaryFolder()
  {
    await using one = await makeBuildFolder(root)
    await using other = await makeBuildFolder(root)
    expect(one.path).not.toBe(other.path)
    expect(await readdir(join(root, ".cache/builds"))).toHaveLength(2)
  }
  expect(await readdir(join(root, ".cache/builds"))).toEqual([])
})

test("what a killed host left is removed; what another host builds stays", async () => {
  const root = await temporaryFolder()
  const folders = join(root, ".cache/builds")
  const { pid } = await sleeper()
  const another = `${pid}-${startedAt(pid)}-abc`
  const recycled = `${pid}-1-abc`
  for (const name of [another, recycled, `${2 ** 22 + 1}-5-abc`]) {
    await mkdir(join(folders, name, "dist"), { recursive: true })
  }
  await using mine = await makeBuildFolder(root)
  expect((await readdir(folders)).map((name) => join(folders, name)).sort()).toEqual(
    [join(folders, another), mine.path].sort(),
  )
})

async function moved(to: string): Promise<string[]> {
  const from = join(await temporaryFolder(), "from")
  await mkdir(join(from, "lv"), { recursive: true })
  await writeFile(join(from, "lv/news.html"), "Jaunumi")
  await mkdir(to, { recursive: true })
  await moveFolder(from, to)
  expect(await readFile(join(to, "lv/news.html"), "utf8")).toBe("Jaunumi")
  return readdir(to)
}

test("a built site is moved to where it is served from", async () => {
  expect(await moved(join(await temporaryFolder(), "1/dist"))).toEqual(["lv"])
})

const elsewhere = await otherFileSystem()
test.skipIf(!elsewhere)("and also to another file system, as volumes are", async () => {
  const folder = await mkdtemp(join(elsewhere ?? "", "daina-test-"))
  onTestFinished(() => rm(folder, { recursive: true }))
  expect(await moved(join(folder, "1/dist"))).toEqual(["lv"])
})
