import { useId, useState } from "react"
import { formatDate } from "../../../i18n/dates.ts"
import type { MessageKey, Translate } from "../../../i18n/keys.ts"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { Button } from "../../../ui/Button.tsx"
import { Dialog } from "../../../ui/dialog/Dialog.tsx"
import { CHANGES_BOX, Changes } from "./Changes.tsx"
import type { NewerVersion } from "./editing.ts"
import { COMPARISON_DIALOG, describeNewerVersion, STICKY_ACTIONS } from "./editor-parts.tsx"
import { type Choice, type Difference, findDifferences, mergeValues } from "./merge.ts"
import { type ComparedFields, formatField, getLabel } from "./values.ts"

export interface MergeProps<Values extends object> {
  newerVersion: NewerVersion<Values>
  mine: Values
  resource: ComparedFields<Values>
  confirmLabel: MessageKey
  onConfirm: (merged: Values) => void
  onLater: () => void
}

/** Formats one version of the fields in a difference. Each field except the lead field has its label. */
function formatDifferingFields<Values extends object>(
  resource: ComparedFields<Values>,
  values: Values,
  { name, fields }: Difference,
  t: Translate,
): string {
  const labeledFields = fields.filter((field) => getLabel(resource, field))
  return (labeledFields.length > 0 ? labeledFields : fields)
    .map((field) => {
      const text = formatField(resource, values, field, t)
      const label = field !== name && getLabel(resource, field)
      return label ? `${t(label)}: ${text}` : text
    })
    .join("\n\n")
}

interface FieldProps {
  label: string
  texts: Record<Choice, string>
  sideLabels: Record<Choice, string>
  isConflict: boolean
  choice: Choice
  onChoose: (choice: Choice) => void
}

function FieldChoice({ label, texts, sideLabels, isConflict, choice, onChoose }: FieldProps) {
  const t = pageTranslate()
  const group = useId()
  return (
    <fieldset className="min-w-0 border-0 p-0">
      <legend className="mb-2 text-md font-semibold">{label}</legend>
      {isConflict && <p className="mb-2 text-sm text-lt-text">{t("admin:conflict.bothChanged")}</p>}
      <div className="grid gap-2 min-[700px]:grid-cols-2">
        {(["theirs", "mine"] as const).map((side) => (
          <div
            key={side}
            className={`${CHANGES_BOX} has-checked:border-glow has-checked:shadow-[inset_0_0_0_1px_var(--glow)] light:has-checked:border-text light:has-checked:shadow-[inset_0_0_0_1px_var(--text)]`}
          >
            <label
              className="flex min-h-11 cursor-pointer items-center gap-2.5 text-sm font-normal text-soft"
              htmlFor={group + side}
            >
              <input
                className="size-4.5 flex-none accent-glow"
                id={group + side}
                type="radio"
                name={group}
                checked={choice === side}
                onChange={() => onChoose(side)}
              />
              {sideLabels[side]}
            </label>
            {texts[side] === "" ? (
              <p className="soft">{t("admin:conflict.empty")}</p>
            ) : (
              <Changes
                before={texts.theirs}
                after={texts.mine}
                side={side === "mine" ? "after" : "before"}
              />
            )}
          </div>
        ))}
      </div>
    </fieldset>
  )
}

export function MergeDialog<Values extends object>(props: MergeProps<Values>) {
  const { newerVersion, mine, resource, confirmLabel, onConfirm, onLater } = props
  const t = pageTranslate()
  const [choices, setChoices] = useState<Record<string, Choice>>({})
  const versions = { base: newerVersion.base, mine, theirs: newerVersion.values }
  const differences = findDifferences(versions, resource.leadFields)
  const sideLabels = {
    theirs:
      newerVersion.name ??
      t(newerVersion.kind === "tab" ? "admin:conflict.otherTab" : "admin:conflict.theirs"),
    mine: t("admin:conflict.yours"),
  }
  return (
    <Dialog
      className={COMPARISON_DIALOG}
      title={describeNewerVersion(newerVersion)}
      isDialogFocused
      cancel={t("admin:conflict.later")}
      onCancel={onLater}
      actionsClass={STICKY_ACTIONS}
      actions={
        <Button
          className="btn-small"
          onClick={() => onConfirm(mergeValues(versions, differences, choices))}
        >
          {t(confirmLabel)}
        </Button>
      }
    >
      <p className="soft">
        {t("admin:conflict.text", {
          time: formatDate(newerVersion.savedAt, "dateTime", pageLocale()),
        })}
      </p>
      <div className="my-5.5 grid gap-5.5">
        {differences.map((difference) => {
          const { name, isConflict, choice } = difference
          const label = getLabel(resource, name)
          return (
            <FieldChoice
              key={name}
              label={label ? t(label) : name}
              texts={{
                theirs: formatDifferingFields(resource, newerVersion.values, difference, t),
                mine: formatDifferingFields(resource, mine, difference, t),
              }}
              sideLabels={sideLabels}
              isConflict={isConflict}
              choice={choices[name] ?? choice}
              onChoose={(side) => setChoices((before) => ({ ...before, [name]: side }))}
            />
          )
        })}
      </div>
    </Dialog>
  )
}
