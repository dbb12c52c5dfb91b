/** Check-ins also work offline, and the search covers loaded rows. */
import { useStore } from "@nanostores/react"
import { useEffect, useState } from "react"
import { pageTranslate } from "../../../../i18n/page-translate.ts"
import { QueryState } from "../../../../islands/QueryState.tsx"
import { createQuery } from "../../../../islands/query.ts"
import { call } from "../../../../shared/call.ts"
import { toSearchText } from "../../../../shared/search-text.ts"
import { Button } from "../../../../ui/Button.tsx"
import { getFailureKey } from "../../../../ui/forms/failure-keys.ts"
import { showOutcome } from "../../../../ui/toast/show-outcome.ts"
import { type ListedSignup, type Signup, type SignupList, signupPage } from "../schema.ts"
import { AttendeeRow } from "./AttendeeRow.tsx"
import { $refused, $unsent, checkIn, startCheckIns } from "./check-ins.ts"

/** Number of rows shown at first and added by "more". More are loaded for the offline search. */
const ROWS_PER_STEP = 100

interface Props {
  signup: Signup
  list: SignupList
  words: string
  /** The search that the server's rows belong to. */
  search?: string
  loadedRows?: ListedSignup[]
  /** Ids of people added at the door, first in the list. */
  added: string[]
  isMissingOnly: boolean
  onMissingOnly: (isOn: boolean) => void
  isPrinting: boolean
  onPrinted: () => void
  onChange: () => void
}

export function AttendeeList(props: Props) {
  const { signup, list, words, search = "", loadedRows, added } = props
  const { isMissingOnly, onMissingOnly, isPrinting, onPrinted, onChange } = props
  const t = pageTranslate()
  const { event } = signup
  const path = `/api/events/${event.id}/signups?${new URLSearchParams({ list, search })}`
  const [$rows] = useState(() => createQuery([path], signupPage, { isForMembers: true }))
  const { data } = useStore($rows)
  const [more, setMore] = useState<{ signups: ListedSignup[]; next?: string | undefined } | null>(
    null,
  )
  const [shown, setShown] = useState(ROWS_PER_STEP)
  const unsent = useStore($unsent)[event.id] ?? {}
  const refusals = useStore($refused).filter((refusal) => refusal.event === event.id)
  const next = more ? more.next : data?.next
  // The server must search a list that is not loaded completely.
  const needsServerSearch = words !== search && data?.next !== undefined
  const reload = () => {
    setMore(null)
    $rows.revalidate()
    onChange()
  }
  async function loadMore() {
    const result = await call(`${path}&cursor=${next}`, { read: signupPage })
    if (result.ok) {
      const { signups, ...page } = result.body
      setMore({ signups: [...(more?.signups ?? []), ...signups], next: page.next })
    } else showOutcome(result, { title: "" }, "signups:failed")
    return result.ok
  }
  const refresh = () => {
    $rows.revalidate()
    onChange()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs once for each list
  useEffect(() => startCheckIns(refresh), [$rows])
  useEffect(() => {
    if (added.length === 0) return
    setMore(null)
    $rows.revalidate()
  }, [added, $rows])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs once for each loaded page
  useEffect(() => {
    if (!isPrinting || !data || needsServerSearch) return
    if (next) void loadMore().then((isLoaded) => isLoaded || onPrinted())
    else {
      print()
      onPrinted()
    }
  }, [isPrinting, next, data])
  const loaded = data ? [...data.signups, ...(more?.signups ?? [])] : loadedRows
  if (needsServerSearch)
    return <AttendeeList {...props} key={words} search={words} loadedRows={loaded} />
  const filter = data && words === search ? "" : toSearchText(words)
  const getArrival = (row: ListedSignup) => (row.id in unsent ? unsent[row.id] : row.checked_in_at)
  const getOrder = ({ id }: ListedSignup) => (added.includes(id) ? added.indexOf(id) : added.length)
  const rows = (loaded ?? [])
    .filter(
      (row) => toSearchText(row.name ?? "").includes(filter) && !(isMissingOnly && getArrival(row)),
    )
    .toSorted((a, b) => getOrder(a) - getOrder(b))
  if (!data && rows.length === 0) {
    return <QueryState query={$rows} loading="signups:loading" failed="signups:failed" />
  }
  const unsentCount = Object.keys(unsent).length
  const checkedInCount = (loaded ?? []).reduce(
    (count, row) =>
      count +
      (1 + row.guests) * (Number(Boolean(getArrival(row))) - Number(Boolean(row.checked_in_at))),
    event.signups.came,
  )
  return (
    <>
      {list === "going" && event.signups.going > 0 && (
        <div className="sticky top-16.5 z-5 -mb-px flex flex-wrap items-center justify-between gap-2.5 border-b border-line bg-ink py-2 max-md:top-14.5 print:hidden">
          <p className="font-semibold" role="status">
            {t("signups:list.here", { here: checkedInCount, total: event.signups.going })}
          </p>
          <Button
            className="btn-ghost btn-small aria-pressed:bg-text aria-pressed:text-ink"
            aria-pressed={isMissingOnly}
            onClick={() => onMissingOnly(!isMissingOnly)}
          >
            {t("signups:list.notHere")}
          </Button>
        </div>
      )}
      {refusals.length > 0 && (
        <div className="error mb-3 print:hidden" role="alert">
          <p>{t("signups:list.refused")}</p>
          <ul>
            {refusals.map(({ signup, name, code }) => (
              <li key={signup}>
                {name ?? t("teams:people.hiddenName")}: {t(getFailureKey(code))}
              </li>
            ))}
          </ul>
        </div>
      )}
      {unsentCount > 0 && (
        <p className="mb-3 text-md text-soft print:hidden" role="status">
          {t("signups:list.unsent", { count: unsentCount })}
        </p>
      )}
      {rows.length === 0 ? (
        <p className="state soft">{t("signups:list.empty")}</p>
      ) : (
        <ul className="border-b border-line">
          {(isPrinting ? rows : rows.slice(0, shown)).map((row) => (
            <AttendeeRow
              key={row.id}
              signup={signup}
              row={row}
              arrived={getArrival(row)}
              onCheckIn={(isThere) => checkIn(event.id, row, isThere, refresh)}
              onChanged={reload}
            />
          ))}
        </ul>
      )}
      {(rows.length > shown || next) && (
        <Button
          className="btn-ghost btn-small mt-4"
          onClick={() => {
            setShown(shown + ROWS_PER_STEP)
            if (rows.length <= shown + ROWS_PER_STEP && next) void loadMore()
          }}
        >
          {t("signups:list.showMore")}
        </Button>
      )}
    </>
  )
}
