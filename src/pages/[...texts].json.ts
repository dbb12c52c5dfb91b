import type { APIRoute, GetStaticPaths } from "astro"
import { LOCALES } from "../i18n/locales.ts"
import { memberTexts } from "../layouts/member-texts.ts"

export const getStaticPaths = (() =>
  LOCALES.map((locale) => {
    const { json, path } = memberTexts(locale)
    return { params: { texts: path.replace(/\.json$/, "") }, props: { json } }
  })) satisfies GetStaticPaths

export const GET: APIRoute<{ json: string }> = ({ props }) =>
  new Response(props.json, { headers: { "content-type": "application/json" } })
