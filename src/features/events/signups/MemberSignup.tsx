import { useStore } from "@nanostores/react"
import { useEffect, useState } from "react"
import { formatDate } from "../../../i18n/dates.ts"
import type { Translate } from "../../../i18n/keys.ts"
import type { Locale } from "../../../i18n/locales.ts"
import { localePath } from "../../../i18n/paths.ts"
import { tFor } from "../../../i18n/t-for.ts"
import { currentTime } from "../../../shared/clock.ts"
import { Button } from "../../../ui/Button.tsx"
import { focusIdIfLost } from "../../../ui/dialog/focus-if-lost.ts"
import { openDialog } from "../../../ui/dialog/open-dialog.ts"
import { IslandIcon } from "../../../ui/island-icons.tsx"
import { LoadFailed } from "../../../ui/LoadState.tsx"
import { Avatar } from "../../../ui/pictures/Avatar.tsx"
import { countFreePlaces, isOver, managePath } from "../event.ts"
import { checkAnswers } from "./answers.ts"
import { openEntryCode, usePreloadedEntryCode } from "./open-entry-code.ts"
import { getClosedText, isCanceledOrOver, SignupBox, type SignupEvent } from "./SignupBox.tsx"
import { type Answer, isHidden, type Signup } from "./schema.ts"
import { showInSignupBar } from "./signup-bar.ts"
import { createSignupStore, type SignupStore } from "./store.ts"

interface Props {
  locale: Locale
  /** The event at the time of the build. */
  event: SignupEvent
  isManaged?: boolean
}

export function MemberSignup({ locale, event: built, isManaged = false }: Props) {
  const t = tFor(locale)
  const [store] = useState(() => createSignupStore(built.id))
  const { data, error } = useStore(store.$query)
  if (!data) {
    if (!built.signups.takes_signups || isCanceledOrOver(built)) return null
    return (
      <SignupBox locale={locale} event={built}>
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
      </SignupBox>
    )
  }
  if (isHidden(data)) {
    return (
      <SignupBox locale={locale} event={built} isAnswered>
        <p className="text-md">{t("signups:hidden.text")}</p>
        <a className="btn btn-ghost btn-small w-fit" href={localePath("/my-events", locale)}>
          {t("signups:mine.meta")}
        </a>
      </SignupBox>
    )
  }
  const { event, mine, organizes, manages, people } = data
  const isShown = isCanceledOrOver(event)
    ? mine?.status === "going" && !event.is_cancelled
    : event.signups.takes_signups || mine !== null
  // Organizers always see the section on the event's page, because it links to the attendee list.
  if (!isShown && (!organizes || isManaged)) return null
  return (
    <SignupBox locale={locale} event={event} isAnswered={mine !== null}>
      {manages && event.unlisted_reason && !isManaged && (
        <p className="hint">{t(`calendar:unlisted.${event.unlisted_reason}`)}</p>
      )}
      <OwnAnswer locale={locale} store={store} signup={data} />
      {people.length > 0 && !isCanceledOrOver(event) && (
        <Attendees locale={locale} people={people} going={event.signups.going} />
      )}
      {organizes && !isManaged && (
        <a
          className="btn btn-ghost btn-small w-fit"
          href={localePath(managePath(event.id), locale)}
        >
          {t("signups:manage")}
        </a>
      )}
    </SignupBox>
  )
}

function getStateText(
  { event, mine, position }: Signup,
  locale: Locale,
  t: Translate,
): string | null {
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

/** In a full event, others get the place at once. */
const confirmLeaving = () =>
  new Promise<boolean>((resolve) => {
    void openDialog(async () => (await import("./LeaveDialog.tsx")).LeaveDialog, { resolve })
  })

interface OwnAnswerProps {
  locale: Locale
  store: SignupStore
  signup: Signup
}

function OwnAnswer({ locale, store, signup }: OwnAnswerProps) {
  const t = tFor(locale)
  const { event, mine } = signup
  const [opened, setOpened] = useState<Awaited<ReturnType<typeof loadForm>>>(null)
  const [pending, setPending] = useState<Answer | "change" | null>(null)
  const { takes_signups, guests_max, signup_questions } = event.signups
  // Organizers may have changed the questions since.
  const errors = checkAnswers(signup_questions, mine?.answers ?? {}, true)
  const canAccept = !signup.needs_name && Object.keys(errors).length === 0
  const closed = getClosedText(event, locale, t)
  const isListed =
    mine?.status === "going" || mine?.status === "offered" || mine?.status === "waiting"
  const isFull = countFreePlaces(event) === 0 || signup.has_waitlist
  const state = getStateText(signup, locale, t)
  usePreloadedEntryCode(mine?.status === "going" && !isCanceledOrOver(event))

  async function loadForm() {
    try {
      const { createSignupForm, SignupForm } = await import("./SignupForm.tsx")
      return { SignupForm, signupForm: createSignupForm(store, signup) }
    } catch {
      return null
    }
  }

  async function press(status: Answer | "change") {
    if (pending) return
    const losesPlace = status === "not_going" && mine?.status === "going" && isFull
    if (losesPlace && !(await confirmLeaving())) return
    setPending(status)
    const needsNoForm =
      status !== "change" && (status !== "going" || (mine?.status === "offered" && canAccept))
    if (needsNoForm) await store.answer(status, signup)
    else {
      const form = await loadForm()
      const hasFields =
        status === "change" ||
        mine?.status === "offered" ||
        signup.needs_name ||
        guests_max > 0 ||
        signup_questions.length > 0
      // The form shows why the answer was rejected.
      if (form && (hasFields || !(await form.signupForm.signUp()))) setOpened(form)
    }
    setPending(null)
    focusIdIfLost("signup")
  }

  /** The bar's link also scrolls to this section. */
  function getBarAction() {
    if (isCanceledOrOver(event) || (closed && !isListed)) return null
    if (mine?.status === "going") {
      return { label: t("signups:code.show"), press: () => openEntryCode(event.id, mine.id) }
    }
    if (mine?.status === "waiting") {
      return { label: t("signups:form.change"), press: () => void press("change") }
    }
    const label =
      mine?.status === "offered"
        ? "signups:offer.yes"
        : isFull
          ? "signups:answers.wait"
          : "signups:signUp"
    return { label: t(label), press: () => void press("going") }
  }
  const barState = mine?.status === "going" ? `✓ ${state}` : (state ?? closed)
  useEffect(() => showInSignupBar({ state: barState, action: getBarAction() }))

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
    return <SignupForm locale={locale} signupForm={signupForm} signup={signup} onClose={close} />
  }
  const answerButton = (status: Answer | "change", label: string, isMain = false) => (
    <Button
      className={isMain ? "" : "btn-ghost btn-small"}
      isBusy={pending === status}
      onClick={() => void press(status)}
    >
      {label}
    </Button>
  )
  return (
    <>
      {state && (
        <p className="flex items-center gap-2.5 font-semibold" role="status">
          {mine?.status === "going" && (
            <span className="grid size-7 flex-none place-items-center rounded-full bg-glow text-on-glow">
              <IslandIcon name="check" size={18} />
            </span>
          )}
          {state}
        </p>
      )}
      {closed && !isListed && takes_signups && <p className="text-md text-soft">{closed}</p>}
      {(isListed || !closed) && (
        <div className="flex flex-wrap gap-2.5">
          {mine?.status === "offered" && (
            <>
              {answerButton("going", t("signups:offer.yes"), true)}
              {answerButton("not_going", t("signups:offer.no"))}
            </>
          )}
          {!isListed && (
            <>
              {answerButton("going", t(isFull ? "signups:answers.wait" : "signups:signUp"), true)}
              {mine?.status !== "interested" &&
                answerButton("interested", t("signups:answers.interested"))}
              {mine?.status !== "not_going" &&
                answerButton("not_going", t("signups:answers.not_going"))}
            </>
          )}
          {mine?.status === "going" && (
            <Button className="btn-small" onClick={() => openEntryCode(event.id, mine.id)}>
              {t("signups:code.show")}
            </Button>
          )}
          {(mine?.status === "going" || mine?.status === "waiting") && (
            <>
              {answerButton("change", t("signups:form.change"))}
              {answerButton("not_going", t(cancelLabel(mine.status)))}
            </>
          )}
        </div>
      )}
    </>
  )
}

export const cancelLabel = (status: string) =>
  status === "waiting" ? "signups:answers.leaveQueue" : "signups:answers.not_going"

const MAX_FACES = 12

interface AttendeesProps {
  locale: Locale
  people: Signup["people"]
  going: number
}

function Attendees({ locale, people, going }: AttendeesProps) {
  const t = tFor(locale)
  const shownPeople = people.slice(0, MAX_FACES)
  const hiddenCount = going - shownPeople.length
  return (
    <div className="mt-2 border-t border-line pt-4">
      <h3 className="mb-2.5 text-md text-soft">{t("signups:people.title")}</h3>
      <ul className="flex flex-wrap gap-2">
        {shownPeople.map(({ user_id, display_name, avatar_url }) => (
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
        {hiddenCount > 0 && (
          <li className="p-2 text-sm text-soft">
            {t("signups:people.more", { count: hiddenCount })}
          </li>
        )}
      </ul>
    </div>
  )
}
