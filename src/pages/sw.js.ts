/** The service worker, at the root: it is asked for what is below its own address. */
import type { APIRoute } from "astro"
import { LOCALES } from "../i18n/locales.ts"
import { worker } from "../offline/worker.ts"

export const GET: APIRoute = () =>
  new Response(`(${worker})(self,${JSON.stringify(LOCALES)})\n`, {
    headers: { "content-type": "text/javascript" },
  })
