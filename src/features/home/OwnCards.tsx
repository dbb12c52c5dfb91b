/** Shows join requests to the member's teams, and the member's next events with buttons to reply, as cards. */
import { artStage } from "../../art/pictures.ts"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { CARD_ROW_CLASS } from "../events/signups/card-classes.ts"
import { Card, OwnEventCard } from "../events/signups/OwnEventCard.tsx"
import { homeAnswers, sortOwnEvents } from "./member-home.ts"
import type { MemberHome } from "./schema.ts"

interface Props {
  locale: Locale
  home: MemberHome
  hasPoster: boolean
  /** Id of the event with the most important button of the page. Null if no event has this button. */
  mainEventId: string | null
}

export function OwnCards({ locale, home, hasPoster, mainEventId }: Props) {
  const t = tFor(locale)
  const { requests, events, is_new: isNew } = home
  if (requests.length + events.length === 0) {
    if (hasPoster) return null
    const stagePicture = artStage(1)
    return (
      <div className="relative isolate flex min-h-52 flex-col items-start justify-center gap-3.5 overflow-hidden rounded-card bg-night px-5 py-4 text-on-night after:absolute after:inset-0 after:-z-1 after:bg-[linear-gradient(90deg,#120f1af5_30%,#120f1a80_75%,#120f1a33)] max-md:after:bg-[#120f1ab3] md:px-8 [&_:focus-visible]:outline-on-night">
        <img
          className="absolute inset-0 -z-2 size-full object-cover"
          src={stagePicture.src}
          srcSet={stagePicture.srcset}
          sizes="(width < 768px) 90vw, 1180px"
          width="1280"
          height="630"
          alt=""
          decoding="async"
        />
        <p className="max-w-[44ch] text-lg">
          {t(isNew ? "home:yours.welcome" : "home:yours.empty")}
        </p>
        <a
          className={`btn btn-small ${mainEventId ? "btn-ghost" : ""}`}
          href={localePath(isNew ? "/welcome" : "/teams", locale)}
        >
          {t(isNew ? "home:yours.begin" : "home:hero.teams")}
        </a>
      </div>
    )
  }
  return (
    <ul
      className={`${CARD_ROW_CLASS} overflow-x-auto max-md:-mx-(--gutter) max-md:px-(--gutter) [scrollbar-width:thin]`}
    >
      {requests.map(({ name, slug, count }) => (
        <Card
          key={slug}
          isUrgent
          label={name}
          title={t("home:yours.requests", { count })}
          href={localePath(`/teams/${slug}/manage#requests`, locale)}
        />
      ))}
      {sortOwnEvents(events).map((event) => (
        <OwnEventCard
          key={event.id}
          locale={locale}
          event={event}
          answers={homeAnswers}
          isMain={event.id === mainEventId}
        />
      ))}
    </ul>
  )
}
