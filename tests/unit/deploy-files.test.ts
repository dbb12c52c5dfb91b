import { globSync, readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"

const read = (file: string) => readFileSync(file, "utf8")
const systemdUnit = read("deploy/daina.service")
const compose = read("compose.yaml")

describe("backups are stored separately from the data", () => {
  test("with systemd, backups are in a folder that only the service's user can read", () => {
    expect(systemdUnit).toMatch(/^StateDirectory=daina-backups$/m)
    expect(systemdUnit).toMatch(/^StateDirectoryMode=0700$/m)
    expect(systemdUnit).toMatch(/^Environment=BACKUP_DIR=%S\/daina-backups$/m)
  })

  test("with Docker Compose, backups are in a folder of the host machine, not in a volume", () => {
    expect(compose).toMatch(/^ +BACKUP_DIR: \/backups$/m)
    expect(compose).toMatch(/type: bind\n +source: \.\/backups\n +target: \/backups\n/)
    const [, volumes = ""] = /\nvolumes:\n((?: .*\n)+)/.exec(compose) ?? []
    expect(volumes.match(/\w+/g)).toEqual(["data", "certificates"])
  })

  test("backups are excluded from images and from the repository", () => {
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

test("no command in the documentation deletes a container volume", () => {
  const commands = globSync(["README.md", "docs/*.md"]).flatMap((file) =>
    [...read(file).matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block),
  )
  expect(commands.join()).toContain("npm run restore")
  expect(commands.join()).not.toMatch(/down (--volumes|-v)\b|volume (rm|prune)/)
})
