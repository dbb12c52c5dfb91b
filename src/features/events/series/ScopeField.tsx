import { pageTranslate } from "../../../i18n/page-translate.ts"
import { ChoiceField, type FieldProps } from "../../../ui/forms/fields.tsx"
import { SCOPES, type Scope } from "./schema.ts"

interface ScopeProps extends Pick<FieldProps, "id" | "error"> {
  label: string
  value: Scope
  onChange: (scope: Scope) => void
}

/** A date alone, with those that follow, or all of them. */
export function ScopeField(props: ScopeProps) {
  const t = pageTranslate()
  const options = SCOPES.map((value) => ({ value, label: t(`calendar:form.scope.${value}`) }))
  return <ChoiceField {...props} options={options} />
}
