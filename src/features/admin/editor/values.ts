/** Puts the values of a form into words. */
import type { MessageKey, Translate } from "../../../i18n/keys.ts"
import type { EditableRow, Resource } from "../list/resource.ts"

/** The parts of a resource that two versions of it are compared with. */
export type Compared<Values extends object> = Pick<
  Resource<EditableRow, EditableRow, Values>,
  "labels" | "shown" | "partOf"
>

function valueText(value: unknown, t: Translate): string {
  return typeof value === "boolean"
    ? t(value ? "admin:editor.yes" : "admin:editor.no")
    : String(value ?? "")
}

/** Returns the label of a field; null for one that is shown with another field. */
export const labelOf = <Values extends object>(
  { labels }: Pick<Compared<Values>, "labels">,
  name: string,
): MessageKey | null => new Map<string, MessageKey | null>(Object.entries(labels)).get(name) ?? null

/** Returns the value of a field as a comparison shows it. */
export function textOf<Values extends object>(
  { shown = {} }: Pick<Compared<Values>, "shown">,
  values: Values,
  name: string,
  t: Translate,
): string {
  const inWords = new Map<string, ((values: Values, t: Translate) => string) | undefined>(
    Object.entries(shown),
  ).get(name)
  return inWords?.(values, t) ?? valueText(new Map(Object.entries(values)).get(name), t)
}
