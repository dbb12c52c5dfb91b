import { useStore } from "@nanostores/react"
import type { ReactNode } from "react"
import { getCountryColor } from "../../../countries.ts"
import { formatDate, formatRelativeDay } from "../../../i18n/dates.ts"
import type { Locale } from "../../../i18n/locales.ts"
import { localePath } from "../../../i18n/paths.ts"
import { tFor } from "../../../i18n/t-for.ts"
import { getLangAttribute, localize } from "../../../i18n/translation.ts"
import type { Mutation } from "../../../islands/mutation.ts"
import { currentTime } from "../../../shared/clock.ts"
import { CoverLink } from "../../../ui/CoverLink.tsx"
import { IslandIcon } from "../../../ui/island-icons.tsx"
import { EventRowLayout } from "../EventRowLayout.tsx"
import { formatLocation } from "../event.ts"
import type { OwnEvent } from "../own-event.ts"
import { getTextlessPicture } from "../picture.ts"
import { ANSWER_CHIP_CLASS, AnswerButton } from "./AnswerButton.tsx"
import { CARD_CLASS } from "./card-classes.ts"
import type { QuickAnswer } from "./quick-answers.ts"

interface CardProps {
  label: string
  /** The event's country, or "all". It sets the color of the dot before the label. */
  color?: string
  title: string
  lang?: string | undefined
  href: string
  /** URL of a picture, which is shown from 768 pixels if the card is the only one in its row. */
  picture?: string | undefined
  isUrgent?: boolean
  isCanceled?: boolean
  heading?: "h2" | "h3"
  children?: ReactNode
}

export const Card = ({
  label,
  color,
  title,
  lang,
  href,
  picture,
  isUrgent,
  isCanceled,
  heading: Heading = "h2",
  children,
}: CardProps) => (
  <li
    className={`${CARD_CLASS} border ${isUrgent ? "border-glow bg-glow-wash" : "border-line bg-raise"} ${picture ? "md:only:pl-84" : ""}`}
  >
    {picture && (
      <img
        className="absolute inset-y-0 left-0 hidden h-full w-76 rounded-l-card bg-night object-cover md:group-only/card:block"
        src={picture}
        width="640"
        height="315"
        alt=""
        loading="lazy"
        decoding="async"
      />
    )}
    <p className="flex items-center gap-2 text-sm text-soft">
      {color && <span className={`dot place-${color}`} />}
      <span className="truncate first-letter:uppercase">{label}</span>
    </p>
    <Heading
      className={`line-clamp-2 text-base md:group-only/card:text-xl ${isCanceled ? "line-through" : ""}`}
      lang={lang}
    >
      <CoverLink className="after:rounded-card" href={href}>
        {title}
      </CoverLink>
    </Heading>
    {children}
  </li>
)

interface EventProps {
  locale: Locale
  event: OwnEvent
  answers: Mutation<QuickAnswer>
  isMain?: boolean
  /** Whether the card is on the page of the event's team. The card then leaves out the team's name. */
  isOnTeamPage?: boolean
}

interface ActionsProps extends Omit<EventProps, "isOnTeamPage"> {
  /** Button that opens the entry code, shown next to the answer "going". */
  entryCode?: ReactNode
}

/** Returns the path of the event's page. A team-only event has no page, so its path opens it in "My events". */
export const ownEventPath = ({ id, slug }: OwnEvent) =>
  slug ? `/events/${slug}` : `/my-events?event=${id}`

const formatTime = ({ is_all_day, start_date, time_zone }: OwnEvent, locale: Locale) =>
  is_all_day
    ? tFor(locale)("calendar:event.allDay")
    : formatDate(start_date, "time", locale, time_zone)

export function OwnEventCard({
  locale,
  event,
  answers,
  isMain = false,
  isOnTeamPage = false,
}: EventProps) {
  const { title, language } = localize(event, locale)
  const { start_date, time_zone, team_name, location, answer, is_cancelled } = event
  const href = localePath(ownEventPath(event), locale)
  return (
    <Card
      isUrgent={answer === "offered" && !is_cancelled}
      label={`${formatRelativeDay(start_date, currentTime(), locale, time_zone)} · ${formatTime(event, locale)}`}
      color={getCountryColor(event.country)}
      picture={is_cancelled ? undefined : getTextlessPicture({ ...event, image_url: null }).src}
      title={title}
      isCanceled={is_cancelled}
      heading={isOnTeamPage ? "h3" : "h2"}
      lang={getLangAttribute(locale, language)}
      href={href}
    >
      <p className="text-sm text-soft *:block *:truncate">
        {team_name && !isOnTeamPage && <span>{team_name}</span>}
        {location && <span>{location}</span>}
      </p>
      <div className="mt-auto flex items-center gap-2 text-sm md:group-only/card:col-start-2 md:group-only/card:row-span-3 md:group-only/card:row-start-1 md:group-only/card:my-auto">
        <OwnEventActions locale={locale} event={event} answers={answers} isMain={isMain} />
      </div>
    </Card>
  )
}

export const CanceledOwnEventRow = ({ locale, event }: Pick<EventProps, "locale" | "event">) => (
  <EventRowLayout
    locale={locale}
    event={{ ...event, image_url: null }}
    path={ownEventPath(event)}
    time={formatTime(event, locale)}
    place={event.location && formatLocation(event.location)}
  />
)

export function OwnEventActions(props: ActionsProps) {
  const { locale, event, entryCode } = props
  const t = tFor(locale)
  const { answer, is_cancelled } = event
  if (is_cancelled) {
    return <span className="badge border-current text-danger">{t("calendar:event.cancelled")}</span>
  }
  if (event.can_answer) {
    return <AnswerButtons {...props} />
  }
  if (answer) {
    return (
      <>
        <p className={ANSWER_CHIP_CLASS}>
          {answer === "going" && <IslandIcon name="check" size={18} />}
          {t(`signups:mine.is.${answer}`)}
        </p>
        {entryCode}
      </>
    )
  }
  return (
    event.takes_signups && (
      <a
        className="btn btn-ghost btn-small relative"
        href={`${localePath(ownEventPath(event), locale)}#signup`}
      >
        {t("signups:signUp")}
      </a>
    )
  )
}

/** Buttons for the viewer's answer. A new answer is shown while it is still being sent. */
function AnswerButtons({ locale, event, answers, isMain = false, entryCode }: ActionsProps) {
  const t = tFor(locale)
  const { id, answer } = event
  const { title } = localize(event, locale)
  const shownAnswer = useStore(answers.$pending).get(id)?.value ?? answer
  const isGoing = shownAnswer === "going"
  const isDeclined = shownAnswer === "not_going"
  const signUpKey = shownAnswer === "offered" ? "signups:answers.going" : "signups:signUp"
  const sendAnswer = (status: QuickAnswer) =>
    shownAnswer !== status && void answers.mutate(id, status)
  return (
    <>
      {(shownAnswer === "waiting" || shownAnswer === "offered") && (
        <p className="line-clamp-2 min-w-0 flex-1 font-semibold">
          {t(`signups:mine.is.${shownAnswer}`)}
        </p>
      )}
      {shownAnswer !== "waiting" && (
        <AnswerButton
          label={t(isGoing ? "signups:mine.is.going" : signUpKey)}
          title={title}
          isPressed={isGoing}
          isGoing
          isMain={isMain || shownAnswer === "offered"}
          onPress={() => sendAnswer("going")}
        />
      )}
      {isGoing && entryCode}
      <AnswerButton
        label={t(isDeclined ? "signups:mine.is.not_going" : "signups:answers.not_going")}
        title={title}
        isPressed={isDeclined}
        isQuiet={isGoing}
        onPress={() => sendAnswer("not_going")}
      />
    </>
  )
}
