/** Starts nginx and Caddy with the example configurations in `deploy/`, changed to unprivileged ports. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { connect } from "node:tls"
import { findFreePort } from "../../../netlify/host/listening.ts"

const DOWNLOAD_FOLDER = ".cache/proxies"

/** Returns a program's path; null if it is neither installed nor available as a Debian package. */
async function findProgram(name: string, path: string): Promise<string | null> {
  const downloaded = resolve(DOWNLOAD_FOLDER, `.${path}`)
  for (const place of [path, downloaded]) if (existsSync(place)) return place
  try {
    await mkdir(DOWNLOAD_FOLDER, { recursive: true })
    const options = { cwd: DOWNLOAD_FOLDER, stdio: "ignore" } as const
    execFileSync("sh", ["-c", `apt-get download ${name} && dpkg -x ${name}_*.deb .`], options)
  } catch {
    // No Debian, or no connection.
  }
  if (existsSync(downloaded)) return downloaded
  console.warn(`${name} is not installed and could not be fetched: its example was not tested.`)
  return null
}

export const NGINX = await findProgram("nginx", "/usr/sbin/nginx")
export const CADDY = await findProgram("caddy", "/usr/bin/caddy")

export interface RunningProxy {
  http: number
  https: number
  stop(): Promise<void>
}

/** Waits for a TLS connection, because Caddy creates its certificate after it listens. */
async function waitForTls(child: ChildProcess, name: string, port: number, output: () => string) {
  const end = Date.now() + 30_000
  while (Date.now() < end && child.exitCode === null) {
    const socket = connect({ port, servername: name, rejectUnauthorized: false })
    const isReady = await once(socket, "secureConnect").then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isReady) return
    await sleep(50)
  }
  throw new Error(`The proxy does not answer. It printed:\n${output()}`)
}

/** Starts a proxy. `prepare` writes its configuration and returns the program with its arguments. */
async function runProxy(
  name: string,
  prepare: (folder: string, ports: { http: number; https: number }) => Promise<string[]>,
  env: Record<string, string> = {},
): Promise<RunningProxy> {
  const folder = await mkdtemp(join(tmpdir(), "daina-proxy-"))
  const ports = { http: await findFreePort(), https: await findFreePort() }
  const [program = "", ...args] = await prepare(folder, ports)
  const child = spawn(program, args, { env: { PATH: process.env.PATH, HOME: folder, ...env } })
  let output = ""
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const stop = async () => {
    if (child.exitCode === null && child.kill("SIGTERM")) await once(child, "exit")
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await waitForTls(child, name, ports.https, () => output)
  } catch (error) {
    await stop()
    throw error
  }
  return { ...ports, stop }
}

/** Returns an example configuration with replacements. Throws if a text to replace is missing. */
async function readExample(path: string, replacements: [string, string][]): Promise<string> {
  let text = await readFile(path, "utf8")
  for (const [from, to] of replacements) {
    if (!text.includes(from)) throw new Error(`${path} does not contain "${from}"`)
    text = text.replaceAll(from, to)
  }
  return text
}

function makeCertificate(folder: string, name: string): void {
  execFileSync(
    "openssl",
    [
      ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"],
      ...["-days", "2", "-subj", `/CN=${name}`, "-keyout", "privkey.pem", "-out", "fullchain.pem"],
    ],
    { cwd: folder, stdio: "ignore" },
  )
}

function hasHttp2Directive(): boolean {
  const { stderr } = spawnSync(NGINX ?? "", ["-v"], { encoding: "utf8" })
  const [, version = ""] = /nginx\/([\d.]+)/.exec(stderr) ?? []
  return version.localeCompare("1.25.1", "en", { numeric: true }) >= 0
}

/** Replacements in the example for nginx before version 1.25.1. */
const OLDER_NGINX_REPLACEMENTS: [string, string][] = [
  ["443 ssl", "443 ssl http2"],
  ["http2 on;", ""],
]

export const startNginx = (name: string, port: number): Promise<RunningProxy> =>
  runProxy(name, async (folder, { http, https }) => {
    makeCertificate(folder, name)
    const site = await readExample("deploy/nginx.conf", [
      ...(hasHttp2Directive() ? [] : OLDER_NGINX_REPLACEMENTS),
      ["listen [::]", "# listen [::]"],
      ["listen 80;", `listen 127.0.0.1:${http};`],
      ["listen 443 ", `listen 127.0.0.1:${https} `],
      ["127.0.0.1:4321", `127.0.0.1:${port}`],
      ["/etc/letsencrypt/live/example.org", folder],
      ["example.org", name],
    ])
    const temporaryFolders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
      .join("\n")
    const user = process.getuid?.() === 0 ? "user root;" : ""
    await writeFile(
      join(folder, "nginx.conf"),
      `${user} daemon off; pid ${folder}/pid; error_log stderr; events {}
      http { access_log off; ${temporaryFolders}\n${site} }`,
    )
    return [NGINX ?? "", "-e", "stderr", "-p", folder, "-c", join(folder, "nginx.conf")]
  })

export const startCaddy = (name: string, port: number): Promise<RunningProxy> =>
  runProxy(
    name,
    async (folder, { http, https }) => {
      const site = await readExample("deploy/Caddyfile", [
        ["request_body", "tls internal\n\trequest_body"],
      ])
      const globalOptions = `{\n\tadmin off\n\tskip_install_trust\n\thttp_port ${http}\n\thttps_port ${https}\n}\n`
      await writeFile(join(folder, "Caddyfile"), globalOptions + site)
      return [CADDY ?? "", "run", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")]
    },
    { SITE_NAME: name, UPSTREAM: `127.0.0.1:${port}` },
  )
