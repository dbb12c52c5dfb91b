/** How an event repeats, as a form begins with it and sends it. */
import { participants } from "../form.ts"
import type { Repeat, RepeatValues } from "./schema.ts"

export const NO_REPEAT: RepeatValues = {
  frequency: "",
  repeat_days: [],
  repeat_end: "until",
  repeat_until: "",
  repeat_count: "",
  repeat_except: [],
  repeat: null,
  scope: "this",
  with_edited: false,
}

/** How it repeats as it is sent, undefined for not at all; what is not a whole number is NaN. */
export const repeatOf = (values: RepeatValues): Repeat | undefined =>
  values.frequency === ""
    ? undefined
    : {
        frequency: values.frequency,
        days: values.repeat_days,
        except: values.repeat_except,
        ...(values.repeat_end === "until"
          ? { until: values.repeat_until || undefined }
          : { count: participants(values.repeat_count) ?? undefined }),
      }

/** Returns the properties of the choice to include edited dates; undefined for a cancellation, which always does. */
export const editedDates = (
  { with_edited, is_cancelled }: Pick<RepeatValues, "with_edited"> & { is_cancelled: boolean },
  before: { is_cancelled: boolean },
  change: (changes: Pick<RepeatValues, "with_edited">) => void,
) =>
  is_cancelled && !before.is_cancelled
    ? undefined
    : { isOn: with_edited, onChange: (isOn: boolean) => change({ with_edited: isOn }) }
