/** Simulates a browser: calls the functions without a network, sends the headers of a browser and stores cookies. */
import type { Config, Context } from "@netlify/functions"
import { Hono } from "hono"
import { expect } from "vitest"
import * as z from "zod/mini"
import { compareSpecificity } from "../../netlify/host/functions.ts"

export const ORIGIN = "http://daina.test"

type Handler = (request: Request, context: Context) => Response | Promise<Response>

const jsonObject = z.record(z.string(), z.unknown())

export interface BrowserResponse {
  status: number
  headers: Headers
  bytes: Uint8Array
  text: string
  /** The parsed JSON body; {} for a response without JSON, or with null. */
  json: Record<string, unknown>
}

export const getStatusAndCode = ({ status, json }: BrowserResponse) => [status, json["code"]]

export const expectErrors = ({ status, json }: BrowserResponse, errors: object) =>
  expect([status, json["errors"]]).toEqual([422, errors])

export const getRows = (
  { json }: Pick<BrowserResponse, "json">,
  list: string,
): Record<string, unknown>[] => [json[list] ?? []].flat().map(Object)

/** Loads all functions that have a path, and routes requests as Netlify does. */
async function loadSite() {
  const modules = import.meta.glob<{ default: Handler; config: Config }>(
    "../../netlify/functions/*.ts",
  )
  const handlersByPath = new Map<string, Handler>()
  for (const load of Object.values(modules)) {
    const { default: handler, config } = await load()
    if (!("path" in config)) continue
    for (const path of [config.path ?? []].flat()) handlersByPath.set(path, handler)
  }
  const app = new Hono<{ Bindings: Context }>()
  for (const [path, handler] of [...handlersByPath].sort(([a], [b]) => compareSpecificity(a, b))) {
    app.all(path, ({ req, env }) => handler(req.raw, env))
  }
  return { app, paths: [...handlersByPath.keys()] }
}
let site: ReturnType<typeof loadSite> | undefined
const loadSiteOnce = () => {
  site ??= loadSite()
  return site
}

export const listFunctionPaths = async (): Promise<string[]> => (await loadSiteOnce()).paths

export const callSite: Handler = async (request, context) =>
  (await loadSiteOnce()).app.fetch(request, context)

let browserCount = 0

/** Returns a new IP address for each browser, because rate limits count by address. */
const makeAddress = () => {
  browserCount += 1
  return `10.0.${browserCount >> 8}.${browserCount & 255}`
}

const unfinishedTasks = new Set<Promise<unknown>>()

/** Waits for the work that functions of all browsers do after their responses, before the next test starts. */
export const waitForAllTasks = () => Promise.allSettled(unfinishedTasks)

/**
 * Returns a browser without cookies. `send` and `get` call the function that serves the path, and wait for the work that
 * the function does after its response.
 */
export function openBrowser(ip = makeAddress()) {
  const cookies = new Map<string, string>()
  const ownTasks: Promise<unknown>[] = []
  const context: Pick<Context, "ip" | "requestId" | "waitUntil"> = {
    ip,
    requestId: "test",
    waitUntil(work) {
      ownTasks.push(work)
      unfinishedTasks.add(work)
      const removeTask = () => unfinishedTasks.delete(work)
      work.then(removeTask, removeTask)
    },
  }

  function storeCookie(setCookie: string): void {
    const [pair = "", ...attributes] = setCookie.split("; ")
    const [name = "", value = ""] = pair.split("=")
    if (attributes.includes("Max-Age=0")) cookies.delete(name)
    else cookies.set(name, value)
  }

  const waitForTasks = async () => void (await Promise.all(ownTasks.splice(0)))

  /** Calls a function without waiting for its work after the response. */
  async function call(
    handler: Handler,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<BrowserResponse> {
    const request = new Request(new URL(path, ORIGIN), {
      method,
      headers: {
        origin: ORIGIN,
        "sec-fetch-site": "same-origin",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        ...headers,
      },
      body: body instanceof Uint8Array ? new Blob([new Uint8Array(body)]) : JSON.stringify(body),
    })
    const response = await handler(request, context as Context)
    for (const line of response.headers.getSetCookie()) storeCookie(line)
    const bytes = new Uint8Array(await response.arrayBuffer())
    const text = new TextDecoder().decode(bytes)
    const parsed =
      text && /json/.test(response.headers.get("content-type") ?? "") ? JSON.parse(text) : {}
    return {
      status: response.status,
      headers: response.headers,
      bytes,
      text,
      json: jsonObject.parse(parsed ?? {}),
    }
  }

  async function send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) {
    const response = await call(callSite, method, path, body, headers)
    await waitForTasks()
    return response
  }

  const get = (path: string, headers?: Record<string, string>) =>
    send("GET", path, undefined, headers)

  return { cookies, ip, call, send, get, waitForTasks }
}

export type TestBrowser = ReturnType<typeof openBrowser>

/** Requests a paged list until its last page. Returns the rows of the field `list` of all pages. */
export async function readAllPages(path: string, list: string) {
  const visitor = openBrowser()
  const rows: Record<string, unknown>[] = []
  for (let cursor: unknown = ""; cursor !== undefined; ) {
    const response = await visitor.get(cursor ? `${path}&cursor=${cursor}` : path)
    rows.push(...getRows(response, list))
    cursor = response.json["next"]
  }
  return rows
}
