/** Two versions of the same thing: for each part that differs, a person chooses whose it is. */
import { useId, useState } from "react"
import { formatDate } from "../../../i18n/dates.ts"
import type { MessageKey } from "../../../i18n/keys.ts"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { Dialog } from "../../../ui/dialog/Dialog.tsx"
import type { Labels, Shown } from "../list/resource.ts"
import { Words } from "./Changes.tsx"
import type { Newer } from "./editor.ts"
import { COMPARISON_DIALOG, newerText, STICKY_ACTIONS } from "./editor-parts.tsx"
import { type Choice, fieldMerges, mergedValues, type Word, wordsOf } from "./merge.ts"
import { textOf } from "./values.ts"

export interface MergeProps<Values extends object> {
  newer: Newer<Values>
  mine: Values
  resource: {
    labels: Labels<Values>
    shown?: Shown<Values>
    paragraphs?: readonly (keyof Values & string)[]
  }
  /** On the button that takes what was chosen. */
  confirm: MessageKey
  onConfirm: (merged: Values) => void
  onLater: () => void
}

interface PartProps {
  /** Names the group for screen readers. */
  label: string
  theirs: string
  mine: string
  /** What each side is called. */
  names: { theirs: string; mine: string }
  hasBoth: boolean
  isConflict: boolean
  choice: Choice
  onChoose: (choice: Choice) => void
}

const CARD =
  "flex cursor-pointer flex-col gap-1.5 rounded-small border border-line bg-ink px-3.5 py-2.5 text-md font-normal has-checked:border-glow has-checked:shadow-[inset_0_0_0_1px_var(--glow)] light:has-checked:border-text light:has-checked:shadow-[inset_0_0_0_1px_var(--text)] has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"

function Part(props: PartProps) {
  const { label, theirs, mine, names, hasBoth, isConflict, choice, onChoose } = props
  const t = pageTranslate()
  const name = useId()
  const words: Word[] = wordsOf(theirs, mine)
  const radio = (value: Choice, text: string) => (
    <span className="flex items-center gap-2.5 text-sm text-soft">
      <input
        className="size-4.5 flex-none accent-glow"
        id={`${name}${value}`}
        type="radio"
        name={name}
        checked={choice === value}
        onChange={() => onChoose(value)}
      />
      {text}
    </span>
  )
  const version = (side: "before" | "after") => (
    <span className="wrap-anywhere whitespace-pre-wrap">
      {(side === "before" ? theirs : mine) === "" ? (
        <span className="soft">{t("admin:conflict.empty")}</span>
      ) : (
        <Words words={words} side={side} />
      )}
    </span>
  )
  return (
    <fieldset className="grid gap-2 border-0 p-0">
      <legend className="sr-only">{label}</legend>
      {isConflict && <p className="text-sm text-lt-text">{t("admin:conflict.bothChanged")}</p>}
      <div className="grid gap-2 min-[700px]:grid-cols-2">
        <label className={CARD} htmlFor={`${name}theirs`}>
          {radio("theirs", names.theirs)}
          {version("before")}
        </label>
        <label className={CARD} htmlFor={`${name}mine`}>
          {radio("mine", names.mine)}
          {version("after")}
        </label>
      </div>
      {hasBoth && (
        <label className={`${CARD} py-2!`} htmlFor={`${name}both`}>
          {radio("both", t("admin:conflict.both"))}
        </label>
      )}
    </fieldset>
  )
}

export function MergeDialog<Values extends object>(props: MergeProps<Values>) {
  const { newer, mine, resource, confirm, onConfirm, onLater } = props
  const t = pageTranslate()
  // What is typed behind it stays as it is as long as this is open.
  const [merges] = useState(() =>
    fieldMerges(resource.paragraphs ?? [], { base: newer.base, mine, theirs: newer.values }),
  )
  const [choices, setChoices] = useState<Record<string, Choice[]>>(() =>
    Object.fromEntries(
      merges.map(({ name, blocks, choice }) => [name, blocks?.map((b) => b.choice) ?? [choice]]),
    ),
  )
  const labels = new Map<string, MessageKey | null>(Object.entries(resource.labels))
  const names = {
    theirs:
      newer.name ?? t(newer.kind === "tab" ? "admin:conflict.otherTab" : "admin:conflict.theirs"),
    mine: t("admin:conflict.yours"),
  }
  const choose = (name: string, at: number, choice: Choice) =>
    setChoices((before) => ({
      ...before,
      [name]: (before[name] ?? []).map((now, i) => (i === at ? choice : now)),
    }))
  const chooseAll = (choice: Choice) =>
    setChoices((before) =>
      Object.fromEntries(
        Object.entries(before).map(([name, all]) => [name, all.map(() => choice)]),
      ),
    )

  function finish() {
    const made = merges.map(({ name, blocks }) => {
      const chosen = choices[name] ?? []
      return [name, blocks ? chosen : (chosen[0] ?? "mine")] as const
    })
    onConfirm(mergedValues(merges, mine, newer.values, Object.fromEntries(made)))
  }

  return (
    <Dialog
      className={COMPARISON_DIALOG}
      title={newerText(newer)}
      isFocused
      cancel={t("admin:conflict.later")}
      onCancel={onLater}
      actionsClass={STICKY_ACTIONS}
      actions={
        <button className="btn btn-small" type="button" onClick={finish}>
          {t(confirm)}
        </button>
      }
    >
      <p className="soft">
        {t("admin:conflict.text", { time: formatDate(newer.at, "moment", pageLocale()) })}
      </p>
      <div className="mt-3.5 flex flex-wrap gap-2.5">
        <button
          className="btn btn-ghost btn-small"
          type="button"
          onClick={() => chooseAll("theirs")}
        >
          {t("admin:conflict.takeTheirs")}
        </button>
        <button className="btn btn-ghost btn-small" type="button" onClick={() => chooseAll("mine")}>
          {t("admin:conflict.keepMine")}
        </button>
      </div>
      <div className="my-5.5 grid gap-5.5">
        {merges.map(({ name, blocks, isConflict }) => {
          const key = labels.get(name)
          if (!key) return null
          const label = t(key)
          const part = (at: number, theirs: string, own: string, isMeeting: boolean) => (
            <Part
              // Parts never change their places.
              key={`${name}${at}`}
              label={blocks ? t("admin:conflict.part", { label, number: at + 1 }) : label}
              theirs={theirs}
              mine={own}
              names={names}
              hasBoth={blocks !== null && theirs !== "" && own !== ""}
              isConflict={isMeeting && newer.base !== null}
              choice={choices[name]?.[at] ?? "mine"}
              onChoose={(choice) => choose(name, at, choice)}
            />
          )
          return (
            <section key={name} aria-label={label}>
              <h3 className="mb-2 font-sans text-md font-semibold tracking-normal">{label}</h3>
              <div className="grid gap-3">
                {blocks
                  ? blocks.map((block, at) =>
                      block.isSame ? (
                        <p
                          key={`${name}same${block.mine[0]?.slice(0, 40)}`}
                          className="text-sm text-soft"
                        >
                          {t("admin:conflict.same", { count: block.mine.length })}
                        </p>
                      ) : (
                        part(
                          at,
                          block.theirs.join("\n\n"),
                          block.mine.join("\n\n"),
                          block.isConflict,
                        )
                      ),
                    )
                  : part(
                      0,
                      textOf(resource, newer.values, name, t),
                      textOf(resource, mine, name, t),
                      isConflict,
                    )}
              </div>
            </section>
          )
        })}
      </div>
    </Dialog>
  )
}
