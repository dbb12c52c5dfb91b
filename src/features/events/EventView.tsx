import type { ReactNode } from "react"
import { getCountryColor } from "../../countries.ts"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { getLangAttribute } from "../../i18n/translation.ts"
import { currentTime } from "../../shared/clock.ts"
import { SITE, toAbsoluteUrl } from "../../site.ts"
import { Breadcrumbs } from "../../ui/Breadcrumbs.tsx"
import { Button } from "../../ui/Button.tsx"
import { IslandIcon } from "../../ui/island-icons.tsx"
import { LanguageLabel } from "../../ui/LanguageLabel.tsx"
import { LinkedText } from "../../ui/LinkedText.tsx"
import { ShareButtons } from "../news/ShareButtons.tsx"
import { HiddenNote } from "../reports/HiddenNote.tsx"
import { formatEventText } from "./as-text.ts"
import {
  createMapLink,
  eventFilePath,
  eventPath,
  formatCapacity,
  isOver,
  isPostedBySiteEditors,
  localizeEvent,
  type PublicEvent,
  teamPath,
} from "./event.ts"
import { googleLink } from "./feeds/paths.ts"
import { getTextlessPicture } from "./picture.ts"
import { formatPrice } from "./price.ts"
import { SignupBar } from "./signups/SignupBar.tsx"
import { formatDateAndTime } from "./when.ts"

interface EventProps {
  locale: Locale
  event: PublicEvent
}

interface FactProps {
  label: string
  children: ReactNode
}

/** Shows a fact with a picture instead of its label. Screen readers read the label. */
export const MainFact = ({ label, picture, children }: FactProps & { picture: ReactNode }) => (
  <div className="flex basis-full items-center gap-4 border-b border-line py-3">
    <dt className="grid size-11 flex-none place-items-center overflow-hidden rounded-small border border-line text-soft">
      {picture}
      <span className="sr-only">{label}</span>
    </dt>
    <dd className="min-w-0 leading-snug">{children}</dd>
  </div>
)

const Fact = ({ label, isLong, children }: FactProps & { isLong?: boolean }) => (
  <div className={`border-b border-line py-3 pr-4 ${isLong ? "basis-full" : "grow basis-1/3"}`}>
    <dt className="text-sm text-soft">{label}</dt>
    <dd className="mt-0.5 font-medium">{children}</dd>
  </div>
)

/** Returns the number of checked-in attendees, or the number of sign-ups if no attendee was checked in. */
const getAttendance = ({ signups }: PublicEvent) => signups.came || signups.going

function EventFacts({ locale, event, organizer }: Props) {
  const t = tFor(locale)
  const { date, time, zone } = formatDateAndTime(event, locale)
  const hours = event.is_all_day ? t("calendar:event.allDay") : time
  const price = formatPrice(event, locale, t)
  return (
    <dl className="flex flex-wrap border-t border-line">
      <MainFact label={t("calendar:event.when")} picture={<IslandIcon name="calendar" />}>
        <time className="*:block" dateTime={event.start_date}>
          <b className="font-[650]">{date}</b>{" "}
          <span className="text-md text-soft">
            {hours}
            {hours && zone && " · "}
            {zone && <small className="text-sm">{zone}</small>}
          </span>
        </time>
      </MainFact>
      {(event.location || event.address) && (
        <MainFact label={t("calendar:event.where")} picture={<IslandIcon name="place" />}>
          <b className="font-[650]">{event.location ?? event.address}</b>
          {event.location && event.address && (
            <span className="block text-md text-soft">{event.address}</span>
          )}{" "}
          <a
            className="more flex w-fit items-center gap-1.5 text-md"
            href={createMapLink(event.address ?? event.location ?? "", event, t)}
            rel="noopener nofollow"
            target="_blank"
          >
            {t("calendar:event.map")}
            <IslandIcon name="out" size={18} />
          </a>
        </MainFact>
      )}
      {organizer}
      {event.team_slug && !organizer && (
        <MainFact label={t("calendar:event.by")} picture={<IslandIcon name="people" />}>
          <a
            className="font-[650] underline-offset-4 hover:underline"
            href={localePath(teamPath(event.team_slug), locale)}
          >
            {event.team_name}
          </a>
        </MainFact>
      )}
      {isPostedBySiteEditors(event) && event.signups.takes_signups && (
        <Fact label={t("calendar:event.by")}>{SITE.name}</Fact>
      )}
      {isOver(event, currentTime()) && getAttendance(event) > 0 && (
        <Fact label={t("calendar:event.attendance")}>{getAttendance(event)}</Fact>
      )}
      {price && <Fact label={t("calendar:event.price")}>{price}</Fact>}
      {event.age_min !== null && <Fact label={t("calendar:event.age")}>{`${event.age_min}+`}</Fact>}
      {event.accessibility && (
        <Fact label={t("calendar:event.accessibility")} isLong>
          <span className="whitespace-pre-line">{event.accessibility}</span>
        </Fact>
      )}
      {event.prize && <Fact label={t("calendar:event.prize")}>{event.prize}</Fact>}
      {(isPostedBySiteEditors(event) || event.max_participants !== null) && (
        <Fact label={t("calendar:event.capacity")}>{formatCapacity(event, t)}</Fact>
      )}
    </dl>
  )
}

function EventActions({ locale, event, isBuilt }: Props) {
  const t = tFor(locale)
  const path = localePath(eventPath(event.slug), locale)
  const newTabIcon = (
    <>
      <IslandIcon name="out" size={18} />
      <span className="sr-only"> ({t("calendar:event.newTab")})</span>
    </>
  )
  return (
    <div className="flex flex-wrap items-center gap-2.5 group-data-past:hidden">
      {event.registration_url ? (
        <a
          className="btn basis-full"
          href={event.registration_url}
          rel="noopener nofollow"
          target="_blank"
          data-signup-place={event.signups.takes_signups ? undefined : ""}
        >
          {t("signups:signUp")}
          {newTabIcon}
        </a>
      ) : (
        isPostedBySiteEditors(event) &&
        !event.signups.takes_signups && (
          <Button className="basis-full" disabled>
            {t("home:events.tba")}
          </Button>
        )
      )}
      {/* The build creates the calendar file, so an event that is not built yet has none. */}
      {isBuilt && (
        <a
          className="btn btn-ghost btn-small"
          href={localePath(eventFilePath(event.slug), locale)}
          download={`${event.slug}.ics`}
        >
          <IslandIcon name="plus" size={18} />
          {t("calendar:event.add")}
        </a>
      )}
      <a
        className="more inline-flex items-center gap-1.5 text-md"
        href={googleLink(localizeEvent(event, locale), toAbsoluteUrl(path))}
        rel="noopener nofollow"
        target="_blank"
      >
        {t("calendar:event.google")}
        {newTabIcon}
      </a>
    </div>
  )
}

/**
 * Links the number of attendees to the sign-up form. For members, `MemberSignup` updates the number, and `Attendees`
 * adds avatars.
 */
const GoingLink = ({ locale, going }: { locale: Locale; going: number }) => (
  <a
    className="inline-flex h-11 items-center gap-3 font-semibold hover:underline"
    href="#signup"
    hidden={going === 0}
    data-going=""
  >
    <span>{tFor(locale)("signups:counts.going", { count: going })}</span>
  </a>
)

interface Props extends EventProps {
  /** Whether the page is prebuilt. If not, an island shows the event from the API. */
  isBuilt: boolean
  /** URL of a picture for Instagram stories. */
  story?: string | undefined
  /** The organizing team, as a `MainFact`. */
  organizer?: ReactNode
  related?: ReactNode
  signup?: ReactNode
  report?: ReactNode
  comments?: ReactNode
}

export const HEADING_CLASS = "text-[clamp(20px,2vw,24px)]"
const NOTE_CLASS = "mt-5.5 w-fit rounded-small border-[1.5px] px-5 py-3 font-semibold"

/** The page of an event. `upcoming.ts` sets `data-past` on a prebuilt page when the event is over. */
export function EventView(props: Props) {
  const { locale, event, isBuilt, related, story, signup, report, comments } = props
  const t = tFor(locale)
  const countryOrAll = getCountryColor(event.country)
  const { title, description, language, descriptionLanguage } = localizeEvent(event, locale)
  const picture = getTextlessPicture(event)
  const trail = [
    { name: t("common:nav.home"), href: localePath("/", locale) },
    { name: t("calendar:title"), href: localePath("/calendar", locale) },
  ]
  return (
    <article
      className={`group place-${countryOrAll}`}
      data-ends={event.end_date}
      data-past={isOver(event, currentTime()) || undefined}
    >
      <header className="wrap pt-7 pb-6">
        <Breadcrumbs label={t("common:breadcrumbs")} trail={trail} />
        <p className="meta mt-4.5 mb-3.5">
          <span className="dot" />
          <span>{t(`common:countries.${countryOrAll}`)}</span>
          <LanguageLabel locale={locale} language={language} />
          {event.featured && (
            <span className="badge badge-glow ml-2">{t("calendar:event.featured")}</span>
          )}
        </p>
        <h1
          className={`max-w-[22ch] text-[clamp(30px,4.4vw,52px)] font-extrabold ${event.is_cancelled ? "line-through decoration-[0.06em]" : ""}`}
          lang={getLangAttribute(locale, language)}
        >
          {title}
        </h1>
        {event.is_hidden && (
          <HiddenNote kind="event" locale={locale} className="mt-5.5 max-w-160" />
        )}
        {event.is_cancelled ? (
          <p className={`${NOTE_CLASS} border-danger text-danger`}>
            {t("calendar:event.cancelledText")}
          </p>
        ) : (
          <p className={`${NOTE_CLASS} hidden border-edge group-data-past:block`}>
            {t("calendar:event.over")}
          </p>
        )}
        {event.signups.takes_signups && !event.is_cancelled && (
          // The fixed height prevents a layout shift when the number is loaded.
          <div className="mt-3 h-11 group-data-past:hidden">
            <GoingLink locale={locale} going={event.signups.going} />
          </div>
        )}
      </header>
      <div className="wrap flex flex-col gap-7 lg:grid lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:items-start lg:gap-x-[clamp(28px,4vw,56px)]">
        <div className="contents lg:grid lg:gap-7">
          <img
            className="pic rounded-[24px] max-lg:order-1"
            src={picture.src}
            srcSet={picture.srcset}
            sizes="(width < 1024px) 88vw, 680px"
            width="1280"
            height="630"
            alt=""
            decoding="sync"
          />
          {description && (
            <section className="max-lg:order-3" aria-labelledby="about-event">
              <h2 id="about-event" className={HEADING_CLASS}>
                {t("calendar:event.about")}
              </h2>
              <p
                className="mt-3.5 max-w-[62ch] text-lg leading-relaxed whitespace-pre-line"
                lang={getLangAttribute(locale, descriptionLanguage)}
              >
                <LinkedText text={description} />
              </p>
            </section>
          )}
        </div>
        <div className="contents lg:row-span-2 lg:grid lg:content-start lg:gap-6">
          <div className="max-lg:order-2">
            <EventFacts {...props} />
          </div>
          <div className="grid gap-6 max-lg:order-4">
            <div
              className="group-data-past:contents not-has-[section]:hidden"
              data-signup-place={event.signups.takes_signups ? "" : undefined}
            >
              {signup}
            </div>
            {!event.is_cancelled && <EventActions {...props} />}
          </div>
        </div>
        <div className="*:[--gutter:0px] max-lg:order-5">
          <ShareButtons
            locale={locale}
            story={story}
            name={event.slug}
            asText={{
              text: formatEventText(
                event,
                locale,
                t,
                toAbsoluteUrl(localePath(eventPath(event.slug), locale)),
              ),
              label: t("calendar:event.copy"),
            }}
          />
          {report && <div className="mt-4">{report}</div>}
          {comments}
        </div>
      </div>
      {related}
      {isBuilt && <SignupBar locale={locale} event={event} />}
    </article>
  )
}
