import { mkdir, readdir } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { createBuildFolder } from "../../../netlify/host/build/build-folder.ts"
import { getStartTime } from "../../../netlify/host/processes.ts"
import { makeTemporaryFolder, startSleeper } from "../support/temporary-folder.ts"

/** Larger than any process id. */
const UNUSED_PID = 2 ** 22 + 1

test("each build has a folder that is removed when the build ends", async () => {
  const root = await makeTemporaryFolder()
  {
    await using first = await createBuildFolder(root)
    await using second = await createBuildFolder(root)
    expect(first.path).not.toBe(second.path)
    expect(await readdir(join(root, ".cache/builds"))).toHaveLength(2)
  }
  expect(await readdir(join(root, ".cache/builds"))).toEqual([])
})

test("folders of killed hosts are removed, and folders of running hosts stay", async () => {
  const root = await makeTemporaryFolder()
  // The names contain the host's process id and the start time of its process.
  const folders = join(root, ".cache/builds")
  const { pid } = await startSleeper()
  const folderOfRunningHost = `${pid}-${getStartTime(pid)}-abc`
  // This name has the id of this process, but another start time, as if the id of a killed host was reused.
  const withReusedId = `${pid}-1-abc`
  for (const name of [folderOfRunningHost, withReusedId, `${UNUSED_PID}-5-abc`]) {
    await mkdir(join(folders, name, "dist"), { recursive: true })
  }
  await using ownFolder = await createBuildFolder(root)
  expect((await readdir(folders)).map((name) => join(folders, name)).sort()).toEqual(
    [join(folders, folderOfRunningHost), ownFolder.path].sort(),
  )
})
