/** The messages that only members need, in one file per language. */
import type { APIRoute, GetStaticPaths } from "astro"
import { LOCALES } from "../i18n/locales.ts"
import { getMemberMessages } from "../layouts/member-messages.ts"

export const getStaticPaths = (() =>
  LOCALES.map((locale) => {
    const { json, path } = getMemberMessages(locale)
    return { params: { messages: path.replace(/\.json$/, "") }, props: { json } }
  })) satisfies GetStaticPaths

export const GET: APIRoute<{ json: string }> = ({ props }) =>
  new Response(props.json, { headers: { "content-type": "application/json" } })
