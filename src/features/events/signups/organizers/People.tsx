import { useEffect, useState } from "react"
import { pageLocale, pageTranslate } from "../../../../i18n/page-translate.ts"
import { Button } from "../../../../ui/Button.tsx"
import { MenuButton } from "../../../../ui/MenuButton.tsx"
import { formatCounts } from "../SignupBox.tsx"
import { LISTS, type Signup, type SignupList } from "../schema.ts"
import { AttendeeList } from "./AttendeeList.tsx"
import { openWalkIn } from "./dialogs.tsx"

/** Delay in milliseconds. It is short, because people wait at the door. */
const SEARCH_PAUSE_MS = 200

interface Props {
  signup: Signup
  onChange: () => void
}

export function People({ signup, onChange }: Props) {
  const t = pageTranslate()
  const { event } = signup
  const [list, setList] = useState<SignupList>("going")
  const [typed, setTyped] = useState("")
  const [words, setWords] = useState("")
  const [isPrinting, setIsPrinting] = useState(false)
  const [added, setAdded] = useState<string[]>([])
  const [isMissingOnly, setIsMissingOnly] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWords(typed.trim()), SEARCH_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const { going, offered, waiting, interested } = event.signups
  const counts: Partial<Record<SignupList, number>> = {
    going,
    // The number of offered places includes guests, so it cannot be added to the number of members.
    ...(offered === 0 && { waiting }),
    interested,
  }
  return (
    <section aria-labelledby="people-title">
      <h2 id="people-title" className="mb-2 text-xl">
        {t("signups:list.title")}
      </h2>
      <p className="mb-5 text-md text-soft">{formatCounts(event, t)}</p>
      <fieldset className="mb-4 flex flex-wrap gap-2 print:hidden">
        <legend className="sr-only">{t("signups:list.title")}</legend>
        {LISTS.map((name) => (
          <Button
            key={name}
            className="btn-ghost btn-small aria-pressed:bg-text aria-pressed:text-ink"
            aria-pressed={list === name}
            onClick={() => setList(name)}
          >
            {t(`signups:list.${name}`)}
            {counts[name] !== undefined && ` (${counts[name]})`}
          </Button>
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
        <Button
          className="btn-ghost btn-small"
          onClick={() =>
            openWalkIn(event.id, (id) => {
              setAdded((earlier) => [id, ...earlier])
              setList("going")
              onChange()
            })
          }
        >
          {t("signups:list.add")}
        </Button>
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
      <AttendeeList
        key={list}
        signup={signup}
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
