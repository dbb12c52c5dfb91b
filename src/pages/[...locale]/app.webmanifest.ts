import type { APIRoute } from "astro"
import { listLocaleParams, localePath } from "../../i18n/paths.ts"
import { HEADER_NAV } from "../../layouts/site-map.ts"
import { COLORS, SITE } from "../../site.ts"
import { SHORTCUTS } from "../shortcuts/[icon].png.ts"

export const getStaticPaths = listLocaleParams

const createPngIcon = (src: string, size: number) => ({
  src,
  sizes: `${size}x${size}`,
  type: "image/png",
})

export const GET: APIRoute = ({ locals: { locale, t } }) => {
  return Response.json({
    id: "/",
    name: SITE.name,
    short_name: SITE.name,
    description: t("common:meta.description"),
    lang: locale,
    start_url: localePath("/", locale),
    scope: "/",
    // The value is not "minimal-ui": phones that do not support it would open a browser tab.
    display: "standalone",
    background_color: COLORS.dark,
    theme_color: COLORS.dark,
    icons: [
      createPngIcon("/icon-192.png", 192),
      createPngIcon("/icon-512.png", 512),
      { ...createPngIcon("/icon-maskable-512.png", 512), purpose: "maskable" },
      { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
    ],
    shortcuts: HEADER_NAV.flatMap(({ path, label }) => {
      const icon = SHORTCUTS.get(path)
      return icon
        ? {
            name: t(label),
            url: localePath(path, locale),
            icons: [createPngIcon(`/shortcuts/${icon}.png`, 96)],
          }
        : []
    }),
  })
}
