/** Formats the values of a form as text. */
import type { MessageKey, Translate } from "../../../i18n/keys.ts"
import type { EditableRow, EditorResource } from "../list/resource.ts"

/** The properties of a resource that comparisons use. */
export type Compared<Values extends object> = Pick<
  EditorResource<EditableRow, Values>,
  "labels" | "shown" | "partOf"
>

function valueText(value: unknown, t: Translate): string {
  return typeof value === "boolean"
    ? t(value ? "admin:editor.yes" : "admin:editor.no")
    : String(value ?? "")
}

/** Returns the label of a field; null if the field is shown with another one. */
export const labelOf = <Values extends object>(
  { labels }: Pick<Compared<Values>, "labels">,
  name: string,
): MessageKey | null => new Map<string, MessageKey | null>(Object.entries(labels)).get(name) ?? null

/** Returns the text that comparisons show for a field's value. */
export function textOf<Values extends object>(
  { shown = {} }: Pick<Compared<Values>, "shown">,
  values: Values,
  name: string,
  t: Translate,
): string {
  const format = new Map<string, ((values: Values, t: Translate) => string) | undefined>(
    Object.entries(shown),
  ).get(name)
  return format?.(values, t) ?? valueText(new Map(Object.entries(values)).get(name), t)
}
