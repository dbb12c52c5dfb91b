/** Texts that only members' islands need, in one file per language. */
import type { APIRoute, GetStaticPaths } from "astro"
import { LOCALES } from "../i18n/locales.ts"
import { getMemberTexts } from "../layouts/member-texts.ts"

export const getStaticPaths = (() =>
  LOCALES.map((locale) => {
    const { json, path } = getMemberTexts(locale)
    return { params: { texts: path.replace(/\.json$/, "") }, props: { json } }
  })) satisfies GetStaticPaths

export const GET: APIRoute<{ json: string }> = ({ props }) =>
  new Response(props.json, { headers: { "content-type": "application/json" } })
