import { getLocalDay } from "../../i18n/dates.ts"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { getT } from "../../i18n/t.ts"
import { formatWithOffset } from "../../shared/zone.ts"
import { createBreadcrumbJsonLd, createOrganizationJsonLd, toAbsoluteUrl } from "../../ui/seo.ts"
import {
  countFreePlaces,
  eventPath,
  getShownEnd,
  localizeEvent,
  type PublicEvent,
  teamPath,
} from "./event.ts"
import { getEventPicture } from "./picture.ts"

function createLocationJsonLd(event: PublicEvent, countryName: string): object | undefined {
  const { location, address, country } = event
  if (!location && !address && !country) return undefined
  return {
    "@type": "Place",
    name: location ?? address ?? countryName,
    address: {
      "@type": "PostalAddress",
      streetAddress: address ?? location ?? undefined,
      addressCountry: country?.toUpperCase(),
    },
  }
}

/** Returns structured data about an event for search engines (https://schema.org/Event), and its breadcrumbs. */
export function createEventJsonLd(event: PublicEvent, locale: Locale): object[] {
  const t = getT(locale)
  const path = localePath(eventPath(event.slug), locale)
  const { title, description, language } = localizeEvent(event, locale)
  const formatTime = event.is_all_day ? getLocalDay : formatWithOffset
  const { registration_url, is_cancelled, team_slug, team_name, max_participants, signups } = event
  const { price_amount, age_min } = event
  const { takes_signups, signup_from, signup_until } = signups
  const freePlaces = takes_signups ? countFreePlaces(event) : null
  // If removeCounts() has removed the counts, the data must not claim that places are left.
  const areCountsUnknown = takes_signups && freePlaces === null && max_participants !== null
  return [
    {
      "@context": "https://schema.org",
      "@type": "Event",
      name: title,
      description: description ?? undefined,
      inLanguage: language,
      startDate: formatTime(event.start_date, event.time_zone),
      endDate: formatTime(getShownEnd(event), event.time_zone),
      eventStatus: `https://schema.org/${is_cancelled ? "EventCancelled" : "EventScheduled"}`,
      eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
      location: createLocationJsonLd(event, t(`common:countries.${event.country ?? "all"}`)),
      image: [toAbsoluteUrl(getEventPicture(event).share)],
      url: toAbsoluteUrl(path),
      maximumAttendeeCapacity: max_participants ?? undefined,
      organizer:
        team_slug && team_name
          ? {
              "@type": "Organization",
              name: team_name,
              url: toAbsoluteUrl(localePath(teamPath(team_slug), locale)),
            }
          : createOrganizationJsonLd(),
      isAccessibleForFree: price_amount === null ? undefined : price_amount === 0,
      typicalAgeRange: age_min === null ? undefined : `${age_min}-`,
      remainingAttendeeCapacity: freePlaces ?? undefined,
      offers:
        (registration_url || takes_signups || price_amount !== null) && !is_cancelled
          ? {
              "@type": "Offer",
              url: registration_url ?? toAbsoluteUrl(takes_signups ? `${path}#signup` : path),
              price: price_amount ?? undefined,
              priceCurrency: price_amount === null ? undefined : "EUR",
              availability: areCountsUnknown
                ? undefined
                : `https://schema.org/${freePlaces === 0 ? "SoldOut" : "InStock"}`,
              validFrom: signup_from ?? event.created_at,
              validThrough: signup_until ?? undefined,
            }
          : undefined,
    },
    createBreadcrumbJsonLd(locale, [
      [t("calendar:title"), "/calendar"],
      [title, eventPath(event.slug)],
    ]),
  ]
}
