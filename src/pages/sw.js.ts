/** The script of the service worker. It is at the root, because a service worker only controls paths below its own. */
import type { APIRoute } from "astro"
import { LOCALES } from "../i18n/locales.ts"
import { worker } from "../offline/worker.ts"

export const GET: APIRoute = () =>
  new Response(`(${worker})(self,${JSON.stringify(LOCALES)})\n`, {
    headers: { "content-type": "text/javascript" },
  })
