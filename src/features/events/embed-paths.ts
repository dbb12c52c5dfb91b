/** The lists of events that other sites show in a frame: pages of their own, without a script. */
import type { Country } from "../../countries.ts"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { absolute } from "../../site.ts"

/** All listed events, or those of a country. */
export const embedPath = (country?: Country) =>
  country ? `/embed/events/${country}` : "/embed/events"

/** A team's public events. */
export const teamEmbedPath = (slug: string) => `/embed/teams/${slug}`

const escapeForAttribute = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;")

/**
 * What to paste into a page. The list is light or dark as its reader's device is, and what the frame's own
 * `color-scheme` says goes before that: browsers hand it down as `prefers-color-scheme`
 * (https://developer.mozilla.org/docs/Web/CSS/@media/prefers-color-scheme#embedded_elements), so that no
 * list has to be built once for each theme.
 */
export const embedCode = (path: string, title: string, locale: Locale): string =>
  `<iframe src="${absolute(localePath(path, locale))}" title="${escapeForAttribute(title)}" width="100%" height="480" loading="lazy" style="border: 0; color-scheme: light dark"></iframe>`
