/** Formats the values of a form as text. */
import type { MessageKey, Translate } from "../../../i18n/keys.ts"
import { getOwnValue } from "../../../shared/json.ts"

/** The properties of a resource that comparisons use, each by the names of fields. */
export interface ComparedFields<Values extends object> {
  labels: Readonly<Record<string, MessageKey | null>>
  /** Formats values that are not readable as text. */
  formatters?: Readonly<Record<string, ((values: Values, t: Translate) => string) | undefined>>
  partOf?: Readonly<Record<string, string | undefined>>
}

function valueText(value: unknown, t: Translate): string {
  return typeof value === "boolean"
    ? t(value ? "admin:editor.yes" : "admin:editor.no")
    : String(value ?? "")
}

/** Returns the label of a field; null if the field is formatters with another one. */
export const labelOf = ({ labels }: Pick<ComparedFields<object>, "labels">, name: string) =>
  getOwnValue(labels, name) ?? null

/** Returns the text that comparisons show for a field's value. */
export const textOf = <Values extends object>(
  { formatters = {} }: Pick<ComparedFields<Values>, "formatters">,
  values: Values,
  name: string,
  t: Translate,
): string =>
  getOwnValue(formatters, name)?.(values, t) ??
  valueText(new Map(Object.entries(values)).get(name), t)
