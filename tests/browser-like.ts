/** Calls functions as a browser on our own pages would, keeping the cookies. */
import type { Context } from "@netlify/functions"
import * as z from "zod/mini"

/** Where the calls come from and go to. */
export const ORIGIN = "http://daina.test"

type Handler = (request: Request, context: Context) => Response | Promise<Response>

const jsonObject = z.record(z.string(), z.unknown())

export interface Answer {
  status: number
  headers: Headers
  bytes: Uint8Array
  text: string
  /** The parsed body; empty for an answer without one. */
  json: Record<string, unknown>
}

const context: Pick<Context, "ip" | "requestId"> = { ip: "192.0.2.1", requestId: "test" }

export interface TestBrowser {
  cookies: Map<string, string>
  call(
    handler: Handler,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>
}

/** A browser without cookies. A body that is bytes goes as it is, anything else as JSON. */
export function openBrowser(): TestBrowser {
  const cookies = new Map<string, string>()

  function keep(setCookie: string): void {
    const [pair = "", ...attributes] = setCookie.split("; ")
    const [name = "", value = ""] = pair.split("=")
    if (attributes.includes("Max-Age=0")) cookies.delete(name)
    else cookies.set(name, value)
  }

  return {
    cookies,
    async call(handler, method, path, body, headers = {}) {
      const request = new Request(`${ORIGIN}${path}`, {
        method,
        headers: {
          origin: ORIGIN,
          "sec-fetch-site": "same-origin",
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
          ...headers,
        },
        ...(body === undefined
          ? {}
          : {
              body:
                body instanceof Uint8Array
                  ? new Blob([new Uint8Array(body)])
                  : JSON.stringify(body),
            }),
      })
      const answer = await handler(request, context as Context)
      for (const line of answer.headers.getSetCookie()) keep(line)
      const bytes = new Uint8Array(await answer.arrayBuffer())
      const text = new TextDecoder().decode(bytes)
      const parsed =
        text && /json/.test(answer.headers.get("content-type") ?? "") ? JSON.parse(text) : {}
      return {
        status: answer.status,
        headers: answer.headers,
        bytes,
        text,
        json: jsonObject.parse(parsed),
      }
    },
  }
}
