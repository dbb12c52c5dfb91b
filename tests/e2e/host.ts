import { cp, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { findNewestSite } from "../../netlify/host/build/sites.ts"
import { findFreePort } from "../../netlify/host/listening.ts"
import { type HeldSocket, holdSocket } from "../host/support/held-socket.ts"
import { copyData, HOST_SETTINGS, makeDataFolder, startHost } from "../support/site-template.ts"

/** Cookie with the port of the worker's host, to which global-setup.ts redirects log-ins with Google. */
export const HOST_PORT_COOKIE = "e2e-host"

export interface WorkerHost {
  origin: string
  dataDir: string
  /** Port at which the host expects a Google server. Tests of log-ins with Google start a fake server at this port. */
  googlePort: number
}

let currentHost: WorkerHost | null = null

export function getWorkerHost(): WorkerHost {
  if (!currentHost) throw new Error("The host only runs during tests")
  return currentHost
}

/** Runs a host with a copy of the site template during `use`. With `rebuilds`, the host builds pages after changes. */
export async function withWorkerHost(
  rebuilds: boolean,
  use: (host: WorkerHost) => Promise<void>,
): Promise<void> {
  const folder = await makeDataFolder()
  const dataDir = join(folder, "data")
  const googlePort = await findFreePort()
  await copyData(process.env.E2E_TEMPLATE ?? "", dataDir)
  const host = await startHost(dataDir, {
    REBUILDS: rebuilds ? "1" : "0",
    GOOGLE_ISSUER: `http://127.0.0.1:${googlePort}`,
    // No server listens at this port, so that videos get generated pictures.
    YOUTUBE_IMAGES_URL: "http://127.0.0.1:9",
    VIMEO_API_URL: "http://127.0.0.1:9",
  })
  currentHost = { origin: host.origin, dataDir, googlePort }
  try {
    await use(currentHost)
  } finally {
    await host.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

export interface ReplaceableHost extends WorkerHost {
  /** Starts and stops the host, and holds requests while no version of the host runs. */
  socket: HeldSocket
  changeSource(path: string, from: string, to: string): Promise<void>
}

const COPIED_PATHS = [
  ...["src", "public", "db", "netlify", "scripts", "astro.config.mjs", "astro-i18next.config.cjs"],
  ...["netlify.toml", "package.json", "package-lock.json", "tsconfig.json"],
]

/** Runs a host on a copy of the source code, which a test can replace with a new version. */
export async function withReplaceableHost(
  use: (host: ReplaceableHost) => Promise<void>,
): Promise<void> {
  const folder = await makeDataFolder()
  const dataDir = join(folder, "data")
  await copyData(process.env.E2E_TEMPLATE ?? "", dataDir)
  const checkout = join(folder, "checkout")
  await mkdir(checkout)
  for (const path of COPIED_PATHS) {
    await cp(path, join(checkout, path), { recursive: true, preserveTimestamps: true })
  }
  await symlink(join(process.cwd(), "node_modules"), join(checkout, "node_modules"))
  // Copies the bundled source code (the renderer), so that the host need not bundle the same code again.
  const renderer = join(
    ".cache/renderers",
    (await findNewestSite(join(dataDir, "sites")))?.source ?? "",
  )
  await cp(renderer, join(checkout, renderer), { recursive: true })
  const socket = await holdSocket({ ...HOST_SETTINGS, DATA_DIR: dataDir }, checkout)
  const origin = `http://127.0.0.1:${socket.port}`
  currentHost = { origin, dataDir, googlePort: 0 }
  try {
    await socket.start()
    await use({
      ...currentHost,
      socket,
      async changeSource(path, from, to) {
        const source = await readFile(join(checkout, path), "utf8")
        if (!source.includes(from)) throw new Error(`${path} does not contain ${from}`)
        await writeFile(join(checkout, path), source.replace(from, to))
      },
    })
  } finally {
    await socket.stop()
    socket.close()
    await rm(folder, { recursive: true, force: true })
  }
}
