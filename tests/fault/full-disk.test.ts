import { execFileSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test, vi } from "vitest"
import { postFields } from "../support/people/teams.ts"
import { getSiteTemplate } from "../support/site-template.ts"
import {
  checkPath,
  expectAcknowledgedData,
  expectLastArticlePublished,
  logIn,
  makeLedger,
  makeRandomPicture,
  makeUniqueWord,
  POSTS_PATH,
  restartHostIfEnded,
  type SendAsMember,
  startSite,
  WRITERS,
} from "./support/site-traffic.ts"

/** Free space on the disk when the host starts. */
const FREE_SPACE_MB = 120

/** Mounts a file system of this size. Returns its folder; null if this process may not mount file systems. */
async function mountSmallDisk(megabytes: number): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), "daina-disk-"))
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=711`, "tmpfs", folder], {
      stdio: "ignore",
    })
  } catch {
    await rm(folder, { recursive: true })
    return null
  }
  onTestFinished(async () => {
    execFileSync("umount", ["--lazy", folder])
    await rm(folder, { recursive: true })
  })
  return folder
}

const getFolderSizeMb = (folder: string) =>
  Number(execFileSync("du", ["-sm", folder]).toString().split("\t")[0])

test("on a full disk, pages load and no write gets status 500; writes succeed after space is freed", async ({
  skip,
}) => {
  const disk = await mountSmallDisk(getFolderSizeMb(await getSiteTemplate()) + FREE_SPACE_MB)
  if (!disk) return skip("mounting a file system is not allowed")
  const site = await startSite(disk)
  const ledger = makeLedger()
  const superAdmin = await logIn(site, "super@daina.test")
  const members = {
    member: superAdmin,
    owner: await logIn(site, "owner@daina.test"),
    superAdmin,
  }
  const filler = join(disk, "filler")
  const fillDisk = () => {
    try {
      execFileSync(
        "dd",
        ["if=/dev/zero", `of=${filler}`, "bs=64k", "oflag=append", "conv=notrunc"],
        { stdio: "ignore" },
      )
    } catch {
      // dd fails when the disk is full.
    }
  }
  fillDisk()
  const statuses = new Set<number | undefined>()
  const write = async (member: SendAsMember, path: string, body: unknown) => {
    statuses.add((await member("POST", path, body))?.status)
  }
  for (let round = 0; round < 60; round += 1) {
    const content = randomBytes(4000).toString("hex")
    await write(members.owner, POSTS_PATH, {
      ...postFields,
      title: `Post ${makeUniqueWord()}`,
      content,
    })
    if (round % 10 === 0) {
      await write(superAdmin, "/api/uploads/news-images", await makeRandomPicture())
      fillDisk()
    }
    expect(await checkPath(site, "/", ledger)).toBeNull()
  }
  // Failed writes get 503, or no response while the host restarts.
  for (const status of [500, 502]) expect([...statuses]).not.toContain(status)
  await rm(filler)
  await vi.waitFor(
    async () => {
      await restartHostIfEnded(site)
      const countBefore = ledger.posts.size
      await WRITERS.post(members, ledger)
      expect(ledger.posts.size).toBe(countBefore + 1)
    },
    { timeout: 120_000, interval: 2000 },
  )
  await WRITERS.article(members, ledger)
  await expectAcknowledgedData(site, ledger)
  await expectLastArticlePublished(site, ledger)
}, 1_200_000)
