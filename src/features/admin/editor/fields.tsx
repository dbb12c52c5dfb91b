import type { ReactNode } from "react"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import type { Form } from "../../../ui/forms/form.ts"
import { type BoundField, useForm } from "../../../ui/forms/use-form.ts"
import type { Labels } from "../list/resource.ts"

type LabeledField<Value> = BoundField<Value> & { label: string }

/** Extends `useForm()` with `bind`, which returns the props of a field with its label. */
export function useFields<Values extends object, Result>(
  form: Form<Values, Result>,
  labels: Labels<Values>,
) {
  const t = pageTranslate()
  const { values, change, field, failure } = useForm(form)
  const bind = <Name extends keyof Values & string>(name: Name): LabeledField<Values[Name]> => {
    const label = labels[name]
    return { ...field(name), label: label ? t(label) : "" }
  }
  return { values, change, field, bind, failure }
}

export function EditorFields({ main, side }: { main: ReactNode; side: ReactNode }) {
  return (
    <div className="grid gap-x-9 gap-y-7 min-[1000px]:grid-cols-[minmax(0,1fr)_300px]">
      <div className="grid min-w-0 content-start gap-5">{main}</div>
      <div className="grid min-w-0 content-start gap-5">{side}</div>
    </div>
  )
}
