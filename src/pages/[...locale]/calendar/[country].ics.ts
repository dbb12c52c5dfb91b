/** The public events of a country, to subscribe to. */
import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from "astro"
import { content } from "../../../content.ts"
import { calendarFile } from "../../../features/events/feed.ts"
import { FEED_COUNTRIES, feedPath } from "../../../features/events/feeds.ts"
import { localeParams } from "../../../i18n/paths.ts"
import { getT } from "../../../i18n/t.ts"

export const getStaticPaths = (() =>
  FEED_COUNTRIES.flatMap((country) =>
    localeParams().map(({ locale, params }) => ({
      params: { ...params, country },
      props: { locale, country },
    })),
  )) satisfies GetStaticPaths

type Props = InferGetStaticPropsType<typeof getStaticPaths>

export const GET: APIRoute<Props> = async ({ props: { locale, country } }) => {
  const t = getT(locale)
  const name = t("calendar:feed.country", { country: t(`common:countries.${country}`) })
  const events = (await content.publicEvents()).filter((event) => event.country === country)
  return calendarFile(events, { locale, path: feedPath(country), name })
}
