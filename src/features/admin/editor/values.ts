import type { MessageKey, Translate } from "../../../i18n/keys.ts"
import { getOwnValue } from "../../../shared/json.ts"

/** Labels, formats and groups of form fields for the comparison of two versions. */
export interface ComparedFields<Values extends object> {
  /** Labels of the fields. Null for fields that are shown as part of their lead field. */
  labels: Readonly<Record<string, MessageKey | null>>
  formatters?: Readonly<Record<string, ((values: Values, t: Translate) => string) | undefined>>
  /** Lead field by dependent field. The choice for a lead field in the merge dialog applies to its dependent fields. */
  leadFields?: Readonly<Record<string, string | undefined>>
}

function formatValue(value: unknown, t: Translate): string {
  return typeof value === "boolean"
    ? t(value ? "admin:editor.yes" : "admin:editor.no")
    : String(value ?? "")
}

export const getLabel = ({ labels }: Pick<ComparedFields<object>, "labels">, name: string) =>
  getOwnValue(labels, name) ?? null

export const formatField = <Values extends object>(
  { formatters = {} }: Pick<ComparedFields<Values>, "formatters">,
  values: Values,
  name: string,
  t: Translate,
): string =>
  getOwnValue(formatters, name)?.(values, t) ??
  formatValue(new Map(Object.entries(values)).get(name), t)
