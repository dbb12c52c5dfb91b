import { useState } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { MomentField } from "../../ui/MomentField.tsx"
import type { FieldState } from "../../ui/use-form.ts"
import { deviceZone, planField, planOf } from "./plan.ts"

interface Props extends FieldState {
  /** An ISO moment, a clock's time that is none, or empty. */
  value: string
  onChange: (value: string) => void
}

/** When a draft is to publish itself. */
export function PlanField({ value, onChange, ...field }: Props) {
  const t = pageTranslate()
  // A year that is being typed is an odd one at first, which clocks would show otherwise.
  const [typed, setTyped] = useState({ wall: planField(value), plan: value })
  return (
    <MomentField
      {...field}
      label={t("admin:news.form.publishAt")}
      hint={t("admin:news.form.publishAtHint", { zone: deviceZone().replaceAll("_", " ") })}
      value={typed.plan === value ? typed.wall : planField(value)}
      isOptional
      onChange={(wall) => {
        const plan = planOf(wall)
        setTyped({ wall, plan })
        onChange(plan)
      }}
    />
  )
}
