/** Who comes to an event, for its organizers: the list with the door, how one signs up, and a word to all. */
import { useStore } from "@nanostores/react"
import { type ReactNode, useEffect, useState } from "react"
import * as z from "zod/mini"
import { type Answer, call, type Failure } from "../../../call.ts"
import { formatDate } from "../../../i18n/dates.ts"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { localePath } from "../../../i18n/paths.ts"
import { createQuery } from "../../../query.ts"
import { FormDialog } from "../../../ui/dialog/FormDialog.tsx"
import { openDialog } from "../../../ui/dialog/open-dialog.ts"
import { Form } from "../../../ui/forms/Form.tsx"
import { failureText } from "../../../ui/forms/failure-text.ts"
import { TextField } from "../../../ui/forms/fields.tsx"
import { createForm } from "../../../ui/forms/form.ts"
import { checked } from "../../../ui/forms/submission.ts"
import { useForm } from "../../../ui/forms/use-form.ts"
import { WaitingButton } from "../../../ui/forms/WaitingButton.tsx"
import { LoadFailed, LoadingRows } from "../../../ui/LoadState.tsx"
import { MenuButton } from "../../../ui/MenuButton.tsx"
import { Avatar } from "../../../ui/pictures/Avatar.tsx"
import { tellOutcome } from "../../../ui/toast/tell-outcome.ts"
import { eventIn, eventPath } from "../event.ts"
import { whenOf } from "../when.ts"
import { $unsent, checkIn, startCheckIns } from "./check-ins.ts"
import { countsText, MemberSignup } from "./EventSignup.tsx"
import { SettingsForm } from "./SettingsForm.tsx"
import {
  type CheckedIn,
  checkedIn,
  LISTS,
  type ListedSignup,
  MESSAGE_MAX,
  messageBody,
  NOTE_MAX,
  type Signup,
  type SignupList,
  signup,
  signupMove,
  signupPage,
  walkIn,
} from "./schema.ts"
import { manageAddress, signupPath } from "./store.ts"

/** By which a door is fast: it is typed while somebody stands there. */
const SEARCH_PAUSE_MS = 200

export function ManageSignups({ id }: { id: string }) {
  const t = pageTranslate()
  const locale = pageLocale()
  const [$signup] = useState(() => createQuery([signupPath(id)], signup, { isForMembers: true }))
  const { data, error } = useStore($signup)
  if (!data) {
    return error ? (
      <div className="page-head">
        <LoadFailed
          title="signups:failed"
          heading="h2"
          failure={error.failure}
          onRetry={$signup.invalidate}
        />
      </div>
    ) : (
      <LoadingRows label="signups:loading" />
    )
  }
  const { event, organizes, manages } = data
  const { title } = eventIn(event, locale)
  const { date, time } = whenOf(event, locale)
  const address = event.event_type === "public" ? eventPath(event.slug) : "/calendar"
  return (
    <>
      <header className="page-head">
        <h1 className="text-[clamp(28px,4vw,46px)] wrap-anywhere">{title}</h1>
        <p>{[date, time, event.location].filter(Boolean).join(" · ")}</p>
        <p className="actions print:hidden">
          <a className="btn btn-ghost btn-small" href={localePath(address, locale)}>
            {t("signups:list.toEvent")}
          </a>
        </p>
      </header>
      {organizes && <Arrival event={event} />}
      {organizes ? (
        <div className="grid gap-x-[clamp(32px,4vw,64px)] gap-y-12 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
          <People signup={data} onChange={$signup.revalidate} />
          <div className="grid content-start gap-9 print:hidden">
            <MemberSignup locale={locale} event={event} isManaged />
            {manages && <SettingsForm signup={data} onSaved={(saved) => $signup.mutate(saved)} />}
            {event.signups.going > 0 && <Message event={event.id} />}
          </div>
        </div>
      ) : (
        <div className="max-w-160">
          <MemberSignup locale={locale} event={event} />
        </div>
      )}
    </>
  )
}

const nothing = () => undefined

const readCheckedIn = (json: unknown) => z.parse(checkedIn, json)

type Arrived = { at: string; who: CheckedIn } | "kept" | "unknown"

/** Whose code led here is checked in, once, and named in large letters: a queue stands behind them. */
function Arrival({ event }: { event: Signup["event"] }) {
  const t = pageTranslate()
  const [arrived, setArrived] = useState<Arrived | null>(null)
  useEffect(() => {
    const signup = new URLSearchParams(location.search).get("check")
    if (!signup) return
    // Once is enough, also where the page is loaded again.
    history.replaceState(null, "", localePath(manageAddress(event.id), pageLocale()))
    const at = new Date().toISOString()
    void call(`/api/events/${event.id}/check-ins/${signup}`, {
      method: "PUT",
      payload: { arrived_at: at },
      read: readCheckedIn,
    }).then((answer) => {
      if (answer.ok) return setArrived({ at, who: answer.body })
      if (answer.failure.code === "not_found") return setArrived("unknown")
      checkIn(event.id, signup, true, nothing)
      setArrived("kept")
    })
  }, [event.id])
  if (!arrived) return null
  if (typeof arrived === "string") {
    return (
      <p
        className={`mb-8 rounded-card border-2 p-5 text-lg font-semibold ${arrived === "unknown" ? "border-danger" : "border-edge"}`}
        role="alert"
      >
        {t(`signups:arrival.${arrived}`)}
      </p>
    )
  }
  const { at, who } = arrived
  const name = who.name ?? t("teams:people.hiddenName")
  const { checked_in_at: since } = who
  const isEarlier = since !== null && since < at
  return (
    <p
      className={`mb-8 rounded-card border-2 p-5 text-lg font-semibold ${isEarlier ? "border-danger" : "border-glow"}`}
      role="status"
    >
      {isEarlier
        ? t("signups:arrival.since", {
            name,
            time: formatDate(since, "moment", pageLocale(), event.time_zone),
          })
        : t("signups:arrival.here", { name })}
      {who.guests > 0 && ` · ${t("signups:form.withGuests", { count: who.guests })}`}
    </p>
  )
}

interface PeopleProps {
  signup: Signup
  onChange: () => void
}

function People({ signup: { event, manages }, onChange }: PeopleProps) {
  const t = pageTranslate()
  const [list, setList] = useState<SignupList>("going")
  const [typed, setTyped] = useState("")
  const [search, setSearch] = useState("")
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), SEARCH_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const { going, waiting, interested } = event.signups
  const counts: Partial<Record<SignupList, number>> = { going, waiting, interested }
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
        <MenuButton
          className="btn-ghost"
          label={t("signups:list.more")}
          items={[
            { label: t("signups:list.add"), onChoose: () => openWalkIn(event.id, onChange) },
            {
              label: t("signups:list.csv"),
              onChoose: () =>
                location.assign(`/api/events/${event.id}/signups.csv?language=${pageLocale()}`),
            },
            { label: t("signups:list.print"), onChoose: () => print() },
          ]}
        />
      </div>
      <Rows
        key={`${list} ${search}`}
        event={event}
        manages={manages}
        path={`/api/events/${event.id}/signups?${new URLSearchParams({ list, search })}`}
        onChange={onChange}
      />
    </section>
  )
}

interface RowsProps {
  event: Signup["event"]
  /** Whether the viewer runs the event: then they say who helps. */
  manages: boolean
  path: string
  onChange: () => void
}

function Rows({ event, manages, path, onChange }: RowsProps) {
  const t = pageTranslate()
  const [$rows] = useState(() => createQuery([path], signupPage, { isForMembers: true }))
  const { data, error } = useStore($rows)
  const [more, setMore] = useState<{ signups: ListedSignup[]; next?: string | undefined } | null>(
    null,
  )
  const unsent = useStore($unsent)[event.id] ?? {}
  const reload = () => {
    setMore(null)
    $rows.revalidate()
    onChange()
  }
  // What others check in at another door is seen, too.
  useEffect(() => startCheckIns(() => $rows.revalidate()), [$rows])
  if (!data) {
    return error ? (
      <LoadFailed title="signups:failed" failure={error.failure} onRetry={$rows.invalidate} />
    ) : (
      <LoadingRows label="signups:loading" />
    )
  }
  const next = more ? more.next : data.next
  const rows = [...data.signups, ...(more?.signups ?? [])]
  async function loadMore() {
    const answer = await call(`${path}&cursor=${next}`, { read: (json) => signupPage.parse(json) })
    if (!answer.ok) return tellOutcome(answer.failure, { title: "" }, "signups:failed")
    setMore({ signups: [...(more?.signups ?? []), ...answer.body.signups], next: answer.body.next })
  }
  const waitingTaps = Object.keys(unsent).length
  return (
    <>
      {waitingTaps > 0 && (
        <p className="mb-3 text-md text-soft" role="status">
          {t("signups:list.unsent", { count: waitingTaps })}
        </p>
      )}
      {rows.length === 0 ? (
        <p className="state soft">{t("signups:list.empty")}</p>
      ) : (
        <ul className="border-b border-line">
          {rows.map((row) => (
            <Row
              key={row.id}
              event={event}
              row={row}
              manages={manages}
              arrived={row.id in unsent ? unsent[row.id] : row.checked_in_at}
              onCheckIn={(isThere) => checkIn(event.id, row.id, isThere, $rows.revalidate)}
              onMoved={reload}
            />
          ))}
        </ul>
      )}
      {next && (
        <button
          className="btn btn-ghost btn-small mt-4"
          type="button"
          onClick={() => void loadMore()}
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
  /** An ISO moment; null is not yet. */
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

function Row({ event, row, manages, arrived, onCheckIn, onMoved }: RowProps) {
  const t = pageTranslate()
  const locale = pageLocale()
  const name = row.name ?? t("teams:people.hiddenName")
  const asked = event.signups.signup_questions.flatMap(({ id, text }) =>
    row.answers[id] ? [`${text} ${row.answers[id]}`] : [],
  )
  const facts = [
    row.position !== null && t("signups:list.position", { position: row.position }),
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
      <MenuButton
        className="icon-btn print:hidden"
        face="⋯"
        label={t("signups:list.actions", { name })}
        items={[
          ...MOVES[row.status].map((status) => ({
            label: t(`signups:move.${status}`),
            onChoose: () => openMove(row, name, status, onMoved),
          })),
          ...(manages && row.user_id
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

type Move = "going" | "waiting" | "not_going"

const openMove = (row: ListedSignup, name: string, status: Move, onMoved: () => void) =>
  void openDialog(async () => ({ onClose }) => (
    <WordDialog
      title={t2(`signups:move.${status}Named`, name)}
      // Nobody reads a word to who has no account.
      label={row.user_id ? pageTranslate()("signups:move.word") : null}
      submit={pageTranslate()(`signups:move.${status}`)}
      send={(message) =>
        call(`/api/signups/${row.id}`, {
          method: "PATCH",
          payload: signupMove.parse({ status, message }),
          read: nothing,
        })
      }
      onDone={onMoved}
      onClose={onClose}
    />
  ))

const t2 = (key: `signups:move.${Move}Named`, name: string) => pageTranslate()(key, { name })

interface WordProps {
  title: string
  /** Null where there is nothing to write. */
  label: string | null
  submit: string
  send: (message: string) => Promise<Answer<void>>
  onDone: () => void
  onClose: () => void
}

function WordDialog({ title, label, submit, send, onDone, onClose }: WordProps) {
  const t = pageTranslate()
  const [form] = useState(() =>
    createForm(
      { message: "" },
      { check: ({ message }) => ({ ok: true as const, body: message }), send },
    ),
  )
  const { values, change, field, failure, isSending } = useForm(form)
  return (
    <FormDialog
      title={title}
      className="w-140"
      cancel={t("signups:form.cancel")}
      submit={submit}
      isSending={isSending}
      failure={failure}
      notice={failure && <Refused failure={failure} />}
      onCancel={onClose}
      onSubmit={async () => {
        if (!(await form.submit())?.ok) return
        onClose()
        onDone()
      }}
    >
      {label !== null && (
        <TextField
          {...field("message")}
          label={label}
          hint={t("signups:move.wordHint")}
          value={values.message}
          max={NOTE_MAX}
          lines={3}
          onChange={(message) => change({ message })}
        />
      )}
    </FormDialog>
  )
}

const Refused = ({ failure }: { failure: Failure }) => (
  <p className="error" role="alert">
    {pageTranslate()(failureText(failure.code))}
  </p>
)

const openWalkIn = (event: string, onDone: () => void) =>
  void openDialog(async () => ({ onClose }) => (
    <WalkInDialog event={event} onDone={onDone} onClose={onClose} />
  ))

function WalkInDialog({
  event,
  onDone,
  onClose,
}: {
  event: string
  onDone: () => void
  onClose: () => void
}) {
  const t = pageTranslate()
  const [form] = useState(() =>
    createForm(
      { name: "", guests: 0 },
      {
        check: (values) => checked(walkIn, values),
        send: (payload) =>
          call(`/api/events/${event}/signups`, { method: "POST", payload, read: nothing }),
      },
    ),
  )
  const { values, change, field, failure, isSending } = useForm(form)
  return (
    <FormDialog
      title={t("signups:list.add")}
      lead={<p className="mt-2 text-md text-soft">{t("signups:list.addText")}</p>}
      className="w-140"
      isFocused
      cancel={t("signups:form.cancel")}
      submit={t("signups:list.addSubmit")}
      isSending={isSending}
      failure={failure}
      notice={failure && failure.code !== "invalid" && <Refused failure={failure} />}
      onCancel={onClose}
      onSubmit={async () => {
        if (!(await form.submit())?.ok) return
        onClose()
        onDone()
      }}
    >
      <TextField
        {...field("name")}
        label={t("signups:list.name")}
        value={values.name}
        max={100}
        isRequired
        onChange={(name) => change({ name })}
      />
    </FormDialog>
  )
}

/** A word to all who go, once a day. */
function Message({ event }: { event: string }): ReactNode {
  const t = pageTranslate()
  const [form] = useState(() =>
    createForm(
      { message: "" },
      {
        check: (values) => checked(messageBody, values),
        send: (payload) =>
          call(`/api/events/${event}/message`, { method: "POST", payload, read: nothing }),
      },
    ),
  )
  const { values, change, field, failure, isSending } = useForm(form)
  return (
    <section aria-labelledby="message-title">
      <h2 id="message-title" className="mb-3.5 text-lg">
        {t("signups:message.title")}
      </h2>
      <Form
        className="grid gap-3.5 [&_.hint:empty]:hidden"
        failure={failure}
        onSubmit={async () => {
          const answer = await form.submit()
          if (!answer?.ok) return
          form.reset({ message: "" })
          tellOutcome(null, { title: t("signups:message.sent") }, "signups:toasts.failed")
        }}
      >
        <TextField
          {...field("message")}
          label={t("signups:message.label")}
          hint={t("signups:message.hint")}
          value={values.message}
          max={MESSAGE_MAX}
          lines={4}
          onChange={(message) => change({ message })}
        />
        {failure && failure.code !== "invalid" && <Refused failure={failure} />}
        <WaitingButton className="btn-ghost btn-small w-fit" type="submit" isBusy={isSending}>
          {t("signups:message.send")}
        </WaitingButton>
      </Form>
    </section>
  )
}
