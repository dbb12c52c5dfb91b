/** Runs Netlify Functions on this host: requests, schedules, and work after a response. */
import { randomUUID } from "node:crypto"
import { readdir } from "node:fs/promises"
import type { IncomingMessage } from "node:http"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { pathToFileURL } from "node:url"
import type { HttpBindings } from "@hono/node-server"
import { Cron } from "croner"
import type { Hono } from "hono"
import { z } from "zod"
import type { FunctionContext } from "../lib/http/api.ts"
import { isLoopback } from "../lib/http/site-url.ts"
import { logFailure } from "../lib/monitoring/log.ts"
import { getReason, StartFailure } from "./start-failure.ts"

const FunctionModule = z.object({
  default: z.custom<(request: Request, context: FunctionContext) => Response | Promise<Response>>(
    (value) => typeof value === "function",
    "it has no default export that is a function",
  ),
  // This host does not support other settings of Netlify, such as methods.
  config: z.strictObject({
    path: z.union([z.string(), z.array(z.string())]).optional(),
    schedule: z.string().optional(),
  }),
})

export interface HostedFunction extends z.infer<typeof FunctionModule> {
  name: string
}

const SOURCE_FILE_PATTERN = /^(?!.*\.(d|test)\.ts$)([\w-]+)\.ts$/

/** Throws {@link StartFailure} if a function cannot be loaded. */
export async function loadFunctions(folder: string): Promise<HostedFunction[]> {
  const names = (await readdir(folder)).filter((name) => SOURCE_FILE_PATTERN.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      try {
        return { name, ...FunctionModule.parse(await import(pathToFileURL(path).href)) }
      } catch (error) {
        const reason = error instanceof z.ZodError ? z.prettifyError(error) : getReason(error)
        throw new StartFailure(
          `The function ${path} cannot be loaded: ${reason}. Fix it and start again.`,
          { cause: error },
        )
      }
    }),
  )
}

const getPeerAddress = (incoming: IncomingMessage) =>
  incoming.socket.remoteAddress?.replace(/^::ffff:/, "") ?? ""

function isFrom(incoming: IncomingMessage, proxy: string | null): boolean {
  const peer = getPeerAddress(incoming)
  return proxy === "loopback" ? isLoopback(peer) : peer === proxy
}

/** Returns the last value, which the trusted proxy added. Clients can set the values before it. */
const getLastValue = (header: string | string[] | undefined) =>
  String(header ?? "")
    .split(",")
    .at(-1)
    ?.trim() || undefined

/** Returns the address from the trusted proxy's header, otherwise the address of the connection. */
export function getClientAddress(incoming: IncomingMessage, trustedProxy: string | null): string {
  const forwarded =
    isFrom(incoming, trustedProxy) && getLastValue(incoming.headers["x-forwarded-for"])
  return forwarded || getPeerAddress(incoming)
}

/** Returns the request with the URL that the browser requested from the trusted proxy. */
function toPublicRequest(request: Request, incoming: IncomingMessage, trustedProxy: string | null) {
  if (!isFrom(incoming, trustedProxy)) return request
  const { protocol, host, pathname, search } = new URL(request.url)
  const scheme = getLastValue(incoming.headers["x-forwarded-proto"]) ?? protocol.slice(0, -1)
  const name = getLastValue(incoming.headers["x-forwarded-host"]) ?? host
  const url = URL.parse(`${scheme}://${name}${pathname}${search}`)
  return url ? new Request(url, request) : request
}

/** Tracks work that functions continue after their response (`waitUntil`), so that a shutdown can wait for it. */
export function createTasks() {
  const running = new Set<Promise<unknown>>()
  return {
    add(task: Promise<unknown>): void {
      const trackedTask = task
        .catch((error) => logFailure("Work after a response failed", error))
        .finally(() => running.delete(trackedTask))
      running.add(trackedTask)
    },
    async settled(timeoutMs: number): Promise<void> {
      await Promise.race([Promise.all(running), sleep(timeoutMs, undefined, { ref: false })])
    },
  }
}

export type Tasks = ReturnType<typeof createTasks>

/** Sorts paths without placeholders first, then longer paths before shorter ones. */
export const compareSpecificity = (a: string, b: string) =>
  Number(/[:*]/.test(a)) - Number(/[:*]/.test(b)) || b.length - a.length

interface HostingOptions {
  trustedProxy: string | null
  tasks: Tasks
  /** Requests to functions wait until the promise resolves. */
  ready?: Promise<void>
}

export function mountFunctions(
  app: Hono<{ Bindings: HttpBindings }>,
  functions: HostedFunction[],
  { trustedProxy, tasks, ready }: HostingOptions,
): void {
  const functionsByPath = new Map(
    functions.flatMap((hosted) =>
      [hosted.config.path ?? []].flat().map((path) => [path, hosted] as const),
    ),
  )
  for (const path of [...functionsByPath.keys()].sort(compareSpecificity)) {
    const handler = functionsByPath.get(path)?.default
    if (!handler) continue
    app.all(path, async ({ req, env: { incoming } }) => {
      await ready
      return handler(toPublicRequest(req.raw, incoming, trustedProxy), {
        ip: getClientAddress(incoming, trustedProxy),
        requestId: randomUUID(),
        waitUntil: tasks.add,
      })
    })
  }
}

/** Starts the cron jobs of scheduled functions, in UTC as on Netlify. Runs of a function do not overlap. */
export function startSchedules(functions: HostedFunction[], siteUrl: string, tasks: Tasks) {
  const jobs = functions.flatMap(({ name, default: handler, config: { schedule } }) => {
    if (!schedule) return []
    const url = new URL(`/.netlify/functions/${name}`, siteUrl)
    const context = { ip: "", requestId: randomUUID(), waitUntil: tasks.add }
    const run = async () => {
      await handler(new Request(url, { method: "POST" }), context)
    }
    return new Cron(
      schedule,
      {
        timezone: "Etc/UTC",
        protect: true,
        unref: true,
        catch: (error) => logFailure(`The scheduled function ${name} failed`, error),
      },
      run,
    )
  })
  return { stop: () => jobs.forEach((job) => void job.stop()) }
}
