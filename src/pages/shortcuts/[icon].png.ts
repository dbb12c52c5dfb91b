import type { APIRoute, GetStaticPaths } from "astro"
import sharp from "sharp"
import { ICONS, type IconName } from "../../ui/icons.tsx"

/** Icons of the installed app's shortcuts, by path of their page. */
export const SHORTCUTS: ReadonlyMap<string, IconName> = new Map([
  ["/calendar", "calendar"],
  ["/news", "news"],
  ["/teams", "people"],
  ["/music", "music"],
])

export const getStaticPaths: GetStaticPaths = () =>
  [...SHORTCUTS.values()].map((icon) => ({ params: { icon } }))

export const GET: APIRoute<Record<string, never>, { icon: IconName }> = async ({
  params: { icon },
}) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 48 48"><rect width="48" height="48" rx="10.5" fill="#120f1a"/><path transform="translate(12 12)" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" d="${ICONS[icon]}"/></svg>`
  return new Response(new Uint8Array(await sharp(Buffer.from(svg)).png().toBuffer()), {
    headers: { "content-type": "image/png" },
  })
}
