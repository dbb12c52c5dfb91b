/** Postgres refuses to run as root: who runs it then, and what that account can reach. */
import { spawnSync } from "node:child_process"
import { accessSync, constants, readFileSync, statSync } from "node:fs"
import { StartFailure } from "./start-failure.ts"

export interface Account {
  uid: number
  gid: number
}

const NAME = "postgres"

function accountNamed(name: string): Account | null {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(":") ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null
}

function create(name: string): Account {
  const { status, stderr, error } = spawnSync(
    "useradd",
    ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", name],
    { encoding: "utf8" },
  )
  const account = accountNamed(name)
  if (account) return account
  throw new StartFailure(
    `Postgres must not run as root, and the system user "${name}" for it could not be created (useradd: ${error?.message ?? stderr.trim() ?? status}). Create that user, start as an ordinary user, or set DATABASE_URL to a Postgres of your own.`,
  )
}

/**
 * The account for Postgres: null means this process's own. As root it is whoever owns the data already,
 * else the system user `postgres`, which is created where it is missing.
 */
export function accountFor(cluster: string): Account | null {
  const owner = statSync(cluster, { throwIfNoEntry: false })
  const me = process.getuid?.()
  if (me !== 0) {
    if (!owner || me === undefined || owner.uid === me) return null
    throw new StartFailure(
      `The database in ${cluster} belongs to another user (user id ${owner.uid}; this is ${me}): it was started as that user or as root before. Start as that user again, or with another DATA_DIR.`,
    )
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return accountNamed(NAME) ?? create(NAME)
}

/** True when the account may enter the folder; a home of mode 0700 on the way keeps it out. */
export function canEnter(folder: string, account: Account | null): boolean {
  if (!account) {
    try {
      accessSync(folder, constants.X_OK)
      return true
    } catch {
      return false
    }
  }
  return (
    spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", folder], { ...account, cwd: "/" }).status === 0
  )
}

/** True when the account may run the program. */
export const canRun = (program: string, account: Account | null) =>
  spawnSync(program, ["--version"], { ...account, cwd: "/" }).status === 0
