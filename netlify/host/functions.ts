/** Calls functions as Netlify does, in this process. */
import type { IncomingMessage, ServerResponse } from "node:http"
import { getRequestListener } from "@hono/node-server"
import { problem } from "../lib/problem.ts"
import { type Call, clientAddress, contextFor, publicRequest } from "./function-context.ts"
import { type HostedFunction, type Match, routesOf } from "./function-routes.ts"
import { startSchedules } from "./schedules.ts"
import { createTaskSet } from "./tasks.ts"

export interface Functions {
  match(method: string, pathname: string): Match | null
  answer(req: IncomingMessage, res: ServerResponse, match: Match): void
  /** Ends the schedules and waits for what functions left running, so long at most. */
  stop(patienceMs: number): Promise<void>
}

interface Options {
  siteUrl: string
  trustedProxy: string | null
}

export function hostFunctions(
  functions: HostedFunction[],
  { siteUrl, trustedProxy }: Options,
): Functions {
  const leftRunning = createTaskSet("Work that a function left running")
  const matches = new WeakMap<object, Match & { req: IncomingMessage }>()

  const run = async (hosted: HostedFunction, call: Call): Promise<Response> => {
    const { context, setCookies } = contextFor(call, { siteUrl, waitUntil: leftRunning.add })
    try {
      const response = await hosted.handler(call.request, context)
      if (!(response instanceof Response)) throw new TypeError("it did not answer with a Response")
      if (setCookies.length === 0) return response
      const answer = new Response(response.body, response)
      for (const cookie of setCookies) answer.headers.append("set-cookie", cookie)
      return answer
    } catch (error) {
      console.error(`The function ${hosted.name} failed (request ${context.requestId}):`, error)
      return problem("internal", { request_id: context.requestId })
    }
  }

  const listener = getRequestListener(
    (received, { incoming }) => {
      const match = matches.get(incoming)
      if (!match) return problem("not_found")
      const request = publicRequest(received, match.req, trustedProxy)
      const ip = clientAddress(match.req, trustedProxy)
      return run(match.hosted, { request, ip, params: match.params })
    },
    {
      overrideGlobalObjects: false,
      errorHandler: () => problem("malformed"),
    },
  )

  const schedules = startSchedules(functions, async (hosted, nextRun) => {
    const request = new Request(new URL(`/.netlify/functions/${hosted.name}`, siteUrl), {
      method: "POST",
      headers: { "content-type": "application/json", "x-nf-event": "schedule" },
      body: JSON.stringify({ next_run: nextRun }),
    })
    await run(hosted, { request, ip: "", params: {} })
  })

  return {
    match: routesOf(functions),
    answer(req, res, match) {
      matches.set(req, { ...match, req })
      leftRunning.add(listener(req, res))
    },
    async stop(patienceMs) {
      schedules.stop()
      await leftRunning.settled(patienceMs)
    },
  }
}
