import { COUNTRIES, type Country } from "../../countries.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { ChoiceField, type FieldProps } from "./fields.tsx"

interface Props extends FieldProps {
  value: Country | ""
  noneLabel: string
  onChange: (value: Country | "") => void
}

/** This component is in a separate file, because few pages need the translated names of countries. */
export function CountryField({ noneLabel, ...field }: Props) {
  const t = pageTranslate()
  const options = (["", ...COUNTRIES] as const).map((value) => ({
    value,
    label: value ? t(`common:countries.${value}`) : noneLabel,
  }))
  return <ChoiceField {...field} options={options} />
}
