import { useStore } from "@nanostores/react"
import { useEffect, useState } from "react"
import type { Locale } from "../../i18n/locales.ts"
import { tFor } from "../../i18n/t-for.ts"
import { storeOwnCountry } from "../../session/own-country.ts"
import { useImport } from "../../ui/use-import.ts"
import { FollowedNews } from "./FollowedNews.tsx"
import { $home, findMainEventId } from "./member-home.ts"
import { OwnCards } from "./OwnCards.tsx"
import { OwnSignupStatuses } from "./OwnSignupStatuses.tsx"
import { WeekEvents } from "./WeekEvents.tsx"

interface Props {
  locale: Locale
}

const importHearts = () => import("../music/HomeHearts.tsx")

/** Loads the hearts on scroll, because the charts are far below. */
function LazyHearts({ locale }: Props) {
  const [hasScrolled, setHasScrolled] = useState(() => scrollY > 0)
  const { module } = useImport(importHearts, hasScrolled)
  useEffect(() => addEventListener("scroll", () => setHasScrolled(true), { once: true }), [])
  return module && <module.HomeHearts locale={locale} />
}

export function MemberHome({ locale }: Props) {
  const { data, error } = useStore($home)
  const mainEventId = data ? findMainEventId(data) : null
  useEffect(() => {
    // Lists of teams and events start with this country.
    if (data) storeOwnCountry(data.country)
  }, [data])
  return (
    <section
      className="wrap hidden pt-8 in-data-[session=loading]:block signed-in:block"
      aria-labelledby="yours"
    >
      <h1 id="yours" className="mb-5 text-[clamp(24px,3.4vw,40px)]">
        {tFor(locale)("home:yours.title")}
      </h1>
      <OwnCards locale={locale} mainEventId={mainEventId} />
      {/* The cards show the error. The reserved space keeps the content below in place. */}
      {(data || !error) && (
        <div className="mt-7 grid min-h-[calc(100svh-361px)] content-start gap-x-14 gap-y-7 md:min-h-88 md:grid-cols-2">
          {data && (
            <>
              <WeekEvents locale={locale} home={data} mainEventId={mainEventId} />
              <FollowedNews locale={locale} news={data.followed_news} />
            </>
          )}
        </div>
      )}
      <OwnSignupStatuses />
      {data && <LazyHearts locale={locale} />}
    </section>
  )
}
