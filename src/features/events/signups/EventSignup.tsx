/** The sign-up box of an event: counts on the built page, and a member's answer. */
import { useStore } from "@nanostores/react"
import { type ReactNode, useState } from "react"
import { formatDate } from "../../../i18n/dates.ts"
import type { Translate } from "../../../i18n/keys.ts"
import type { Locale } from "../../../i18n/locales.ts"
import { localePath } from "../../../i18n/paths.ts"
import { tFor } from "../../../i18n/t-for.ts"
import { $session } from "../../../session/session.ts"
import { currentTime } from "../../../shared/clock.ts"
import { focusIdIfLost } from "../../../ui/dialog/focus-if-lost.ts"
import { WaitingButton } from "../../../ui/forms/WaitingButton.tsx"
import { useIsHydrated } from "../../../ui/hydration.ts"
import { LoadFailed } from "../../../ui/LoadState.tsx"
import { Avatar } from "../../../ui/pictures/Avatar.tsx"
import { isOver, type PublicEvent, placesLeft } from "../event.ts"
import { answerErrors } from "./answers.ts"
import { openEntryCode, usePreloadedEntryCode } from "./open-entry-code.tsx"
import type { Answer, Signup } from "./schema.ts"
import { createSignup, manageAddress, type SignupStore } from "./store.ts"

type Event = Pick<
  PublicEvent,
  "id" | "slug" | "end_date" | "time_zone" | "max_participants" | "is_cancelled" | "signups"
>

/** Returns whether the event is canceled or over. */
const isDone = (event: Event) => event.is_cancelled || isOver(event, currentTime())

/** Returns how many people are going, interested and waiting, and how many places are left. */
export function countsText(event: Event, t: Translate): string {
  const { going, interested, waiting, is_counted } = event.signups
  if (is_counted === false) {
    return event.max_participants === null ? "" : t("signups:counts.atSignup")
  }
  const left = placesLeft(event)
  return [
    t("signups:counts.going", { count: going }),
    interested > 0 && t("signups:counts.interested", { count: interested }),
    left !== null &&
      (left > 0 ? t("signups:counts.left", { count: left }) : t("signups:counts.full")),
    waiting > 0 && t("signups:counts.waiting", { count: waiting }),
  ]
    .filter(Boolean)
    .join(" · ")
}

/** Returns why sign-up is closed, null while it is open. */
function closedText({ signups, time_zone }: Event, locale: Locale, t: Translate): string | null {
  const { takes_signups, signup_from: from, signup_until: until } = signups
  const now = currentTime()
  if (!takes_signups) return t("signups:closed")
  if (from && Date.parse(from) > now) {
    return t("signups:opens", { time: formatDate(from, "moment", locale, time_zone) })
  }
  return until && Date.parse(until) <= now ? t("signups:closed") : null
}

const BOX = "grid gap-3.5 rounded-card border border-line bg-raise p-5"

interface BoxProps {
  locale: Locale
  event: Event
  isAnswered?: boolean
  children?: ReactNode
}

function Box({ locale, event, isAnswered = false, children }: BoxProps) {
  const t = tFor(locale)
  const question = isAnswered ? "signups:answered" : "signups:title"
  return (
    <section
      id="signup"
      className={`${BOX} scroll-mt-40 focus-visible:outline-none`}
      // This place takes the focus when the button that was pressed is gone.
      tabIndex={-1}
      aria-labelledby="signup-title"
    >
      <h2 id="signup-title" className="text-lg">
        {t(isDone(event) ? "signups:list.title" : question)}
      </h2>
      {event.signups.takes_signups && !isDone(event) && (
        <p className="text-md text-soft empty:hidden">{countsText(event, t)}</p>
      )}
      {children}
    </section>
  )
}

interface Props {
  locale: Locale
  /** As it was built. */
  event: Event
  /** Where it stands, for the way back from logging in. */
  path: string
}

export function EventSignup({ locale, event, path }: Props) {
  const t = tFor(locale)
  const session = useStore($session)
  const isHydrated = useIsHydrated()
  if (isHydrated && session.status === "signed-in") {
    return <MemberSignup key={session.user.id} locale={locale} event={event} />
  }
  if (!event.signups.takes_signups || event.is_cancelled) return null
  const closed = closedText(event, locale, t)
  const query = new URLSearchParams({ next: `${localePath(path, locale)}#signup` })
  return (
    <div className="group-data-past:hidden">
      <Box locale={locale} event={event}>
        {closed && <p className="text-md">{closed}</p>}
        {!closed && (
          <a className="btn" href={`${localePath("/login", locale)}?${query}`}>
            {t("signups:logIn")}
          </a>
        )}
      </Box>
    </div>
  )
}

interface MemberProps {
  locale: Locale
  event: Event
  /** Whether it stands on the page of its organizers. */
  isManaged?: boolean
}

/** What a member may say, and has said. */
export function MemberSignup({ locale, event: built, isManaged = false }: MemberProps) {
  const t = tFor(locale)
  const [store] = useState(() => createSignup(built.id))
  const { data, error } = useStore(store.$query)
  if (!data) {
    if (!built.signups.takes_signups || isDone(built)) return null
    return (
      <Box locale={locale} event={built}>
        {error ? (
          <LoadFailed
            title="signups:failed"
            failure={error.failure}
            onRetry={store.$query.invalidate}
          />
        ) : (
          <span className="skeleton h-10" role="status">
            <span className="sr-only">{t("signups:loading")}</span>
          </span>
        )}
      </Box>
    )
  }
  const { event, mine, organizes, manages, people } = data
  const isTheirs = isDone(event)
    ? mine?.status === "going" && !event.is_cancelled
    : event.signups.takes_signups || mine !== null
  // Organizers always see the box, which links to the attendee list.
  if (!isTheirs && (!organizes || isManaged)) return null
  return (
    <Box locale={locale} event={event} isAnswered={mine !== null}>
      {manages && event.unlisted_reason && !isManaged && (
        <p className="hint">{t(`calendar:unlisted.${event.unlisted_reason}`)}</p>
      )}
      <Said locale={locale} store={store} shown={data} />
      {people.length > 0 && !isDone(event) && (
        <People locale={locale} people={people} going={event.signups.going} />
      )}
      {organizes && !isManaged && (
        <a
          className="btn btn-ghost btn-small w-fit"
          href={localePath(manageAddress(event.id), locale)}
        >
          {t("signups:manage")}
        </a>
      )}
    </Box>
  )
}

/** Returns the member's status in words. */
function stateText({ event, mine, position }: Signup, locale: Locale, t: Translate): string | null {
  if (!mine) return null
  if (mine.status === "waiting") {
    return position === null
      ? t("signups:state.tooLarge")
      : t("signups:state.waiting", { position })
  }
  if (mine.status === "offered") {
    const until = mine.offered_until ?? event.end_date
    return t("signups:state.offered", {
      time: formatDate(until, "moment", locale, event.time_zone),
    })
  }
  if (mine.status === "going" && mine.guests > 0) {
    return t("signups:state.goingWith", { count: mine.guests })
  }
  return t(`signups:state.${mine.status}`)
}

interface SaidProps {
  locale: Locale
  store: SignupStore
  shown: Signup
}

function Said({ locale, store, shown }: SaidProps) {
  const t = tFor(locale)
  const { event, mine } = shown
  const [opened, setOpened] = useState<Awaited<ReturnType<typeof loadForm>>>(null)
  const [busyWith, setBusyWith] = useState<Answer | "change" | null>(null)
  const { takes_signups, guests_max, signup_questions, waiting } = event.signups
  // The organizers may have changed the questions since the member joined the waitlist.
  const errors = answerErrors(signup_questions, mine?.answers ?? {}, true)
  const canSayYes = !shown.needs_name && Object.keys(errors).length === 0
  const closed = closedText(event, locale, t)
  const isHolding =
    mine?.status === "going" || mine?.status === "offered" || mine?.status === "waiting"
  const isFull = placesLeft(event) === 0 || waiting > 0
  const state = stateText(shown, locale, t)
  usePreloadedEntryCode(mine?.status === "going" && !isDone(event))

  async function loadForm() {
    try {
      const { createSignupForm, SignupForm } = await import("./SignupForm.tsx")
      return { SignupForm, signupForm: createSignupForm(store, shown) }
    } catch {
      // The page says so, see ui/new-version.ts.
      return null
    }
  }

  async function say(status: Answer | "change") {
    if (busyWith) return
    setBusyWith(status)
    const isAnswer =
      status !== "change" && (status !== "going" || (mine?.status === "offered" && canSayYes))
    if (isAnswer) await store.say(status, shown)
    else {
      const form = await loadForm()
      const needsForm =
        status === "change" ||
        mine?.status === "offered" ||
        shown.needs_name ||
        guests_max > 0 ||
        signup_questions.length > 0
      // The form shows why an answer is refused.
      if (form && (needsForm || !(await form.signupForm.signUp()))) setOpened(form)
    }
    setBusyWith(null)
    focusIdIfLost("signup")
  }

  function close() {
    setOpened(null)
    focusIdIfLost("signup")
  }

  if (isOver(event, currentTime())) {
    return mine?.status === "going" ? <p className="text-md">{t("signups:state.went")}</p> : null
  }
  if (event.is_cancelled) return null
  if (opened) {
    const { SignupForm, signupForm } = opened
    return <SignupForm locale={locale} signupForm={signupForm} shown={shown} onClose={close} />
  }
  const button = (status: Answer | "change", label: string, isMain = false) => (
    <WaitingButton
      className={isMain ? "" : "btn-ghost btn-small"}
      isBusy={busyWith === status}
      onClick={() => void say(status)}
    >
      {label}
    </WaitingButton>
  )
  return (
    <>
      {state && (
        <p className="font-semibold" role="status">
          {state}
        </p>
      )}
      {closed && !isHolding && takes_signups && <p className="text-md text-soft">{closed}</p>}
      {(isHolding || !closed) && (
        <div className="flex flex-wrap gap-2.5">
          {mine?.status === "offered" && (
            <>
              {button("going", t("signups:offer.yes"), true)}
              {button("not_going", t("signups:offer.no"))}
            </>
          )}
          {mine?.status !== "offered" && !isHolding && (
            <>
              {button("going", t(isFull ? "signups:answers.wait" : "signups:answers.going"), true)}
              {mine?.status !== "interested" &&
                button("interested", t("signups:answers.interested"))}
              {mine?.status !== "not_going" && button("not_going", t("signups:answers.not_going"))}
            </>
          )}
          {(mine?.status === "going" || mine?.status === "waiting") && (
            <>
              {mine.status === "going" && (
                <button
                  className="btn btn-small"
                  type="button"
                  onClick={() => openEntryCode(event.id, mine.id)}
                >
                  {t("signups:code.show")}
                </button>
              )}
              {button("change", t("signups:form.change"))}
              {button(
                "not_going",
                t(
                  mine.status === "waiting"
                    ? "signups:answers.leaveQueue"
                    : "signups:answers.not_going",
                ),
              )}
            </>
          )}
        </div>
      )}
    </>
  )
}

/** As many faces as a row has. */
const FACES = 12

function People({
  locale,
  people,
  going,
}: {
  locale: Locale
  people: Signup["people"]
  going: number
}) {
  const t = tFor(locale)
  const shown = people.slice(0, FACES)
  const rest = going - shown.length
  return (
    <div>
      <h3 className="mb-2 text-md text-soft">{t("signups:people.title")}</h3>
      <ul className="flex flex-wrap gap-2">
        {shown.map(({ user_id, display_name, avatar_url }) => (
          <li key={user_id}>
            <a
              className="flex items-center gap-2 rounded-full border border-line px-2 py-1 text-sm hover:border-edge"
              href={localePath(`/members/${user_id}`, locale)}
            >
              <Avatar className="[--avatar-size:28px]" name={display_name} url={avatar_url} />
              {display_name}
            </a>
          </li>
        ))}
        {rest > 0 && (
          <li className="p-2 text-sm text-soft">{t("signups:people.more", { count: rest })}</li>
        )}
      </ul>
    </div>
  )
}
