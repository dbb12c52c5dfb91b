import { COUNTRIES } from "../countries.ts"
import type { Locale } from "../i18n/locales.ts"
import { localePath } from "../i18n/paths.ts"
import { getT } from "../i18n/t.ts"
import { SITE, toAbsoluteUrl } from "../site.ts"

export { toAbsoluteUrl }

const SCHEMA_ORG = "https://schema.org"

export const createOrganizationJsonLd = () => ({
  "@type": "Organization",
  name: SITE.name,
  url: toAbsoluteUrl("/"),
  logo: toAbsoluteUrl("/icon-512.png"),
  email: SITE.email,
  areaServed: COUNTRIES.map((country) => country.toUpperCase()),
})

export const createSiteJsonLd = (locale: Locale): object[] => [
  { "@context": SCHEMA_ORG, ...createOrganizationJsonLd() },
  {
    "@context": SCHEMA_ORG,
    "@type": "WebSite",
    name: SITE.name,
    url: toAbsoluteUrl(localePath("/", locale)),
    inLanguage: locale,
    potentialAction: {
      "@type": "SearchAction",
      target: `${toAbsoluteUrl(localePath("/teams", locale))}?search={search_term_string}`,
      "query-input": "required name=search_term_string",
    },
  },
]

/** `trail` lists the pages below the home page, with paths without a locale. */
export const createBreadcrumbJsonLd = (
  locale: Locale,
  trail: readonly (readonly [name: string, path: string])[],
): object => ({
  "@context": SCHEMA_ORG,
  "@type": "BreadcrumbList",
  itemListElement: [[getT(locale)("common:nav.home"), "/"] as const, ...trail].map(
    ([name, path], i) => ({
      "@type": "ListItem",
      position: i + 1,
      name,
      item: toAbsoluteUrl(localePath(path, locale)),
    }),
  ),
})
