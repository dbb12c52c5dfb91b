/** What README.md and the files of deploy/ promise about backups. */
import { globSync, readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"

const read = (file: string) => readFileSync(file, "utf8")
const unit = read("deploy/daina.service")
const compose = read("compose.yaml")

describe("backups are kept apart from the data", () => {
  test("under systemd, in a folder of the unit's own that only its user reads", () => {
    expect(unit).toMatch(/^StateDirectory=daina-backups$/m)
    expect(unit).toMatch(/^StateDirectoryMode=0700$/m)
    expect(unit).toMatch(/^Environment=BACKUP_DIR=%S\/daina-backups$/m)
  })

  test("in containers, in a folder of the machine and not in a volume", () => {
    expect(compose).toMatch(/^ +BACKUP_DIR: \/backups$/m)
    expect(compose).toMatch(/type: bind\n +source: \.\/backups\n +target: \/backups\n/)
    const [, volumes = ""] = /\nvolumes:\n((?: .*\n)+)/.exec(compose) ?? []
    expect(volumes.match(/\w+/g)).toEqual(["data", "certificates"])
  })

  test("and out of images and of the repository", () => {
    for (const file of [".dockerignore", ".gitignore"]) {
      const lines = read(file)
        .split("\n")
        .map((line) => line.replaceAll("/", ""))
      expect([file, lines]).toEqual([
        file,
        expect.arrayContaining(["backups", "*.tar.gz", ".env", ".data"]),
      ])
    }
  })
})

test("no command of the documentation removes a volume", () => {
  const commands = globSync(["README.md", "docs/*.md"]).flatMap((file) =>
    [...read(file).matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block),
  )
  expect(commands.join()).toContain("npm run restore")
  expect(commands.join()).not.toMatch(/down (--volumes|-v)\b|volume (rm|prune)/)
})
