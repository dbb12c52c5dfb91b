/** Paths of the event lists that other sites can embed, and the HTML to embed them. */
import type { Country } from "../../countries.ts"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { toAbsoluteUrl } from "../../site.ts"

export const embedPath = (country?: Country) =>
  country ? `/embed/events/${country}` : "/embed/events"

export const teamEmbedPath = (slug: string) => `/embed/teams/${slug}`

const escapeForAttribute = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;")

/**
 * Returns the HTML that embeds a page. The embedded page follows the frame's `color-scheme`, so a site with only one
 * theme can write `light` or `dark` there.
 * https://developer.mozilla.org/docs/Web/CSS/@media/prefers-color-scheme#embedded_elements
 */
export const createEmbedCode = (path: string, title: string, locale: Locale): string =>
  `<iframe src="${toAbsoluteUrl(localePath(path, locale))}" title="${escapeForAttribute(title)}" width="100%" height="480" loading="lazy" style="border: 0; color-scheme: light dark"></iframe>`
