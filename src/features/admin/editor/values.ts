import type { MessageKey, Translate } from "../../../i18n/keys.ts"
import { getOwnValue } from "../../../shared/json.ts"

/** How the fields of a form are shown when two versions are compared. */
export interface ComparedFields<Values extends object> {
  /** Labels of the fields. Null for fields that are shown as part of their lead field. */
  labels: Readonly<Record<string, MessageKey | null>>
  formatters?: Readonly<Record<string, ((values: Values, t: Translate) => string) | undefined>>
  /** For dependent fields: the field whose choice in the merge dialog also applies to them. */
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
