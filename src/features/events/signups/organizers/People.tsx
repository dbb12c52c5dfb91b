/** The attendee lists of an event, for its organizers: search, check-in and people added at the door. */

import { useStore } from "@nanostores/react"
import { useEffect, useState } from "react"
import { formatDate } from "../../../../i18n/dates.ts"
import { pageLocale, pageTranslate } from "../../../../i18n/page-translate.ts"
import { localePath } from "../../../../i18n/paths.ts"
import { createQuery } from "../../../../islands/query.ts"
import { call } from "../../../../shared/call.ts"
import { ownValue } from "../../../../shared/json.ts"
import { folded } from "../../../../shared/plain-text.ts"
import { failureText } from "../../../../ui/forms/failure-text.ts"
import { LoadFailed, LoadingRows } from "../../../../ui/LoadState.tsx"
import { MenuButton } from "../../../../ui/MenuButton.tsx"
import { Avatar } from "../../../../ui/pictures/Avatar.tsx"
import { tellOutcome } from "../../../../ui/toast/tell-outcome.ts"
import { countsText } from "../EventSignup.tsx"
import { LISTS, type ListedSignup, type Signup, type SignupList, signupPage } from "../schema.ts"
import { $refused, $unsent, checkIn, startCheckIns } from "./check-ins.ts"
import { nothing, openMove, openWalkIn } from "./dialogs.tsx"

/** Debounce of the search; short, because attendees are waiting at the door. */
const SEARCH_PAUSE_MS = 200
/** Number of rows shown at first. More are loaded, so that the search works offline. */
const SHOWN = 100

interface PeopleProps {
  signup: Signup
  onChange: () => void
}

export function People({ signup: { event, manages }, onChange }: PeopleProps) {
  const t = pageTranslate()
  const [list, setList] = useState<SignupList>("going")
  const [typed, setTyped] = useState("")
  const [words, setWords] = useState("")
  const [isPrinting, setIsPrinting] = useState(false)
  /** The ids of people added at the door since the page was opened, the latest first. */
  const [added, setAdded] = useState<string[]>([])
  const [isMissingOnly, setIsMissingOnly] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWords(typed.trim()), SEARCH_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const { going, offered, waiting, interested } = event.signups
  const counts: Partial<Record<SignupList, number>> = {
    going,
    // The waitlist also contains offered places, whose count includes guests, so that no number fits.
    ...(offered === 0 && { waiting }),
    interested,
  }
  return (
    <section aria-labelledby="people-title">
      <h2 id="people-title" className="mb-2 text-xl">
        {t("signups:list.title")}
      </h2>
      <p className="mb-5 text-md text-soft">{countsText(event, t)}</p>
      <fieldset className="mb-4 flex flex-wrap gap-2 print:hidden">
        <legend className="sr-only">{t("signups:list.title")}</legend>
        {LISTS.map((name) => (
          <button
            key={name}
            className="btn btn-ghost btn-small aria-pressed:bg-text aria-pressed:text-ink"
            type="button"
            aria-pressed={list === name}
            onClick={() => setList(name)}
          >
            {t(`signups:list.${name}`)}
            {counts[name] !== undefined && ` (${counts[name]})`}
          </button>
        ))}
      </fieldset>
      <div className="mb-4 flex flex-wrap gap-2.5 print:hidden">
        <input
          className="input min-w-50 flex-1"
          type="search"
          value={typed}
          placeholder={t("signups:list.search")}
          aria-label={t("signups:list.search")}
          onChange={({ target }) => setTyped(target.value)}
        />
        <button
          className="btn btn-ghost btn-small"
          type="button"
          onClick={() =>
            openWalkIn(event.id, (id) => {
              setAdded((earlier) => [id, ...earlier])
              setList("going")
              onChange()
            })
          }
        >
          {t("signups:list.add")}
        </button>
        <MenuButton
          className="btn-ghost"
          label={t("signups:list.more")}
          items={[
            {
              label: t("signups:list.csv"),
              onChoose: () =>
                location.assign(`/api/events/${event.id}/signups.csv?language=${pageLocale()}`),
            },
            { label: t("signups:list.print"), onChoose: () => setIsPrinting(true) },
          ]}
        />
      </div>
      <Rows
        key={list}
        event={event}
        manages={manages}
        list={list}
        words={words}
        added={added}
        isMissingOnly={isMissingOnly && list === "going"}
        onMissingOnly={setIsMissingOnly}
        isPrinting={isPrinting}
        onPrinted={() => setIsPrinting(false)}
        onChange={onChange}
      />
    </section>
  )
}

interface RowsProps {
  event: Signup["event"]
  /** Whether the viewer may manage the event: managers choose its helpers among the attendees. */
  manages: boolean
  list: SignupList
  /** The typed search. */
  words: string
  /** The search that the server answered. */
  search?: string
  /** Rows that are already loaded; they are searched while the server has not answered. */
  known?: ListedSignup[]
  added: string[]
  /** Whether to hide checked-in attendees. */
  isMissingOnly: boolean
  onMissingOnly: (isOn: boolean) => void
  /** Whether the whole list is being loaded to be printed. */
  isPrinting: boolean
  onPrinted: () => void
  onChange: () => void
}

function Rows(props: RowsProps) {
  const { event, manages, list, words, search = "", known, added } = props
  const { isMissingOnly, onMissingOnly, isPrinting, onPrinted, onChange } = props
  const t = pageTranslate()
  const path = `/api/events/${event.id}/signups?${new URLSearchParams({ list, search })}`
  const [$rows] = useState(() => createQuery([path], signupPage, { isForMembers: true }))
  const { data, error } = useStore($rows)
  const [more, setMore] = useState<{ signups: ListedSignup[]; next?: string | undefined } | null>(
    null,
  )
  const [shown, setShown] = useState(SHOWN)
  const unsent = useStore($unsent)[event.id] ?? {}
  const refused = useStore($refused).filter((refusal) => refusal.event === event.id)
  const next = more ? more.next : data?.next
  // The server searches a list that is not loaded completely.
  const isSoughtElsewhere = words !== search && data?.next !== undefined
  const reload = () => {
    setMore(null)
    $rows.revalidate()
    onChange()
  }
  async function loadMore() {
    const answer = await call(`${path}&cursor=${next}`, { read: (json) => signupPage.parse(json) })
    if (answer.ok) {
      const { signups, ...page } = answer.body
      setMore({ signups: [...(more?.signups ?? []), ...signups], next: page.next })
    } else tellOutcome(answer.failure, { title: "" }, "signups:failed")
    return answer.ok
  }
  // Also loads check-ins made on other phones.
  const refresh = () => {
    $rows.revalidate()
    onChange()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each list
  useEffect(() => startCheckIns(refresh), [$rows])
  useEffect(() => {
    if (added.length === 0) return
    setMore(null)
    $rows.revalidate()
  }, [added, $rows])
  // biome-ignore lint/correctness/useExhaustiveDependencies: one step for each loaded page
  useEffect(() => {
    if (!isPrinting || !data || isSoughtElsewhere) return
    if (next) void loadMore().then((isLoaded) => isLoaded || onPrinted())
    else {
      print()
      onPrinted()
    }
  }, [isPrinting, next, data])
  const loaded = data ? [...data.signups, ...(more?.signups ?? [])] : known
  if (isSoughtElsewhere) return <Rows {...props} key={words} search={words} known={loaded} />
  const sought = data && words === search ? "" : folded(words)
  const arrivalOf = (row: ListedSignup) => (row.id in unsent ? unsent[row.id] : row.checked_in_at)
  const orderOf = ({ id }: ListedSignup) => (added.includes(id) ? added.indexOf(id) : added.length)
  const rows = (loaded ?? [])
    .filter((row) => folded(row.name ?? "").includes(sought) && !(isMissingOnly && arrivalOf(row)))
    .toSorted((a, b) => orderOf(a) - orderOf(b))
  if (!data && rows.length === 0) {
    return error ? (
      <LoadFailed title="signups:failed" failure={error.failure} onRetry={$rows.invalidate} />
    ) : (
      <LoadingRows label="signups:loading" />
    )
  }
  const waitingTaps = Object.keys(unsent).length
  // Includes check-ins that are not sent yet.
  const here = (loaded ?? []).reduce(
    (count, row) =>
      count +
      (1 + row.guests) * (Number(Boolean(arrivalOf(row))) - Number(Boolean(row.checked_in_at))),
    event.signups.came,
  )
  return (
    <>
      {list === "going" && event.signups.going > 0 && (
        <div className="sticky top-16.5 z-5 -mb-px flex flex-wrap items-center justify-between gap-2.5 border-b border-line bg-ink py-2 max-md:top-14.5 print:hidden">
          <p className="font-semibold" role="status">
            {t("signups:list.here", { here, total: event.signups.going })}
          </p>
          <button
            className="btn btn-ghost btn-small aria-pressed:bg-text aria-pressed:text-ink"
            type="button"
            aria-pressed={isMissingOnly}
            onClick={() => onMissingOnly(!isMissingOnly)}
          >
            {t("signups:list.notHere")}
          </button>
        </div>
      )}
      {refused.length > 0 && (
        <div className="error mb-3 print:hidden" role="alert">
          <p>{t("signups:list.refused")}</p>
          <ul>
            {refused.map(({ signup, name, code }) => (
              <li key={signup}>
                {name ?? t("teams:people.hiddenName")}: {t(failureText(code))}
              </li>
            ))}
          </ul>
        </div>
      )}
      {waitingTaps > 0 && (
        <p className="mb-3 text-md text-soft print:hidden" role="status">
          {t("signups:list.unsent", { count: waitingTaps })}
        </p>
      )}
      {rows.length === 0 ? (
        <p className="state soft">{t("signups:list.empty")}</p>
      ) : (
        <ul className="border-b border-line">
          {(isPrinting ? rows : rows.slice(0, shown)).map((row) => (
            <Row
              key={row.id}
              event={event}
              row={row}
              manages={manages}
              arrived={arrivalOf(row)}
              onCheckIn={(isThere) => checkIn(event.id, row, isThere, refresh)}
              onMoved={reload}
            />
          ))}
        </ul>
      )}
      {(rows.length > shown || next) && (
        <button
          className="btn btn-ghost btn-small mt-4"
          type="button"
          onClick={() => {
            setShown(shown + SHOWN)
            if (rows.length <= shown + SHOWN && next) void loadMore()
          }}
        >
          {t("signups:list.showMore")}
        </button>
      )}
    </>
  )
}

interface RowProps {
  event: Signup["event"]
  row: ListedSignup
  manages: boolean
  /** An ISO moment; null before the check-in. */
  arrived: string | null | undefined
  onCheckIn: (isThere: boolean) => void
  onMoved: () => void
}

const MOVES = {
  going: ["waiting", "not_going"],
  offered: ["going", "not_going"],
  waiting: ["going", "not_going"],
  interested: ["going"],
  not_going: ["going"],
} as const satisfies Record<ListedSignup["status"], readonly string[]>

/** Returns whether an attendee can be moved to the waitlist: others are waiting, or the event is over its limit. */
const hasLine = ({ max_participants: places, signups }: Signup["event"]) =>
  signups.waiting > 0 || (places !== null && signups.going > places)

function Row({ event, row, manages, arrived, onCheckIn, onMoved }: RowProps) {
  const t = pageTranslate()
  const locale = pageLocale()
  const name = row.name ?? t("teams:people.hiddenName")
  const asked = event.signups.signup_questions.flatMap(({ id, text }) => {
    const answer = ownValue(row.answers, id)
    return answer ? [`${text} ${answer}`] : []
  })
  const facts = [
    row.position !== null && t("signups:list.position", { position: row.position }),
    row.status === "waiting" && row.position === null && t("signups:list.tooLarge"),
    row.status === "offered" &&
      row.offered_until &&
      t("signups:list.offered", {
        time: formatDate(row.offered_until, "moment", locale, event.time_zone),
      }),
    row.guests > 0 && t("signups:form.withGuests", { count: row.guests }),
    row.user_id === null && t("signups:list.atDoor"),
    row.helps && t("signups:list.helps"),
    ...asked,
  ]
  return (
    <li className="flex items-center gap-3.5 border-t border-line py-3">
      <Avatar className="print:hidden" name={name} url={row.avatar_url} />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="font-semibold">
          {row.user_id ? (
            <a
              className="underline-offset-4 hover:underline"
              href={localePath(`/members/${row.user_id}`, locale)}
            >
              {name}
            </a>
          ) : (
            name
          )}
        </p>
        <p className="text-sm text-soft">{facts.filter(Boolean).join(" · ")}</p>
        {row.note && <p className="text-md whitespace-pre-line">{row.note}</p>}
      </div>
      {row.status === "going" && (
        <button
          className={`btn btn-small ${arrived ? "" : "btn-ghost"} min-h-11`}
          type="button"
          aria-pressed={Boolean(arrived)}
          aria-label={t("signups:list.checkInNamed", { name })}
          onClick={() => onCheckIn(!arrived)}
        >
          {t(arrived ? "signups:list.there" : "signups:list.checkIn")}
        </button>
      )}
      {/* A box to tick on the printed list. */}
      {row.status === "going" && (
        <span className="hidden size-6 border border-edge text-center leading-none print:block">
          {arrived && "✓"}
        </span>
      )}
      <MenuButton
        className="icon-btn print:hidden"
        face="⋯"
        label={t("signups:list.actions", { name })}
        items={[
          ...MOVES[row.status]
            .filter((status) => status !== "waiting" || hasLine(event))
            .map((status) => ({
              label: t(`signups:move.${status}`),
              onChoose: () => openMove(row, name, status, onMoved),
            })),
          ...(manages && row.user_id && row.status === "going"
            ? [
                {
                  label: t(row.helps ? "signups:list.endHelper" : "signups:list.addHelper"),
                  onChoose: () => void setHelper(row, name, onMoved),
                },
              ]
            : []),
        ]}
      />
    </li>
  )
}

async function setHelper({ id, helps }: ListedSignup, name: string, onDone: () => void) {
  const answer = await call(`/api/signups/${id}/helper`, {
    method: "PUT",
    payload: { helps: !helps },
    read: nothing,
  })
  const title = pageTranslate()(helps ? "signups:list.helperEnded" : "signups:list.helperAdded", {
    name,
  })
  tellOutcome(answer.ok ? null : answer.failure, { title }, "signups:toasts.failed")
  if (answer.ok) onDone()
}
