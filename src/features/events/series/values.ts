import { parseWholeNumber } from "../form.ts"
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

/**
 * Returns the series that a form's values describe, or undefined for an event that does not repeat. An invalid number
 * becomes NaN.
 */
export const getRepeat = (values: RepeatValues): Repeat | undefined =>
  values.frequency === ""
    ? undefined
    : {
        frequency: values.frequency,
        days: values.repeat_days,
        except: values.repeat_except,
        ...(values.repeat_end === "until"
          ? { until: values.repeat_until || undefined }
          : { count: parseWholeNumber(values.repeat_count) ?? undefined }),
      }

/**
 * Returns the state of the checkbox "also change individually edited dates". Returns undefined for a cancellation,
 * which has no checkbox, because it always includes these dates.
 */
export const getEditedDatesChoice = (
  { with_edited, is_cancelled }: Pick<RepeatValues, "with_edited"> & { is_cancelled: boolean },
  before: { is_cancelled: boolean },
  change: (changes: Pick<RepeatValues, "with_edited">) => void,
) =>
  is_cancelled && !before.is_cancelled
    ? undefined
    : { isOn: with_edited, onChange: (isOn: boolean) => change({ with_edited: isOn }) }
