/** Figures of a bench, and their table. */

export interface Figure {
  what: string
  /** The value with its unit. */
  measured: string
  budget: string
  holds: boolean
}

const NUMBER = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 })

/** Returns a figure that must not exceed its budget. */
export const atMost = (what: string, value: number, budget: number, unit: string): Figure => ({
  what,
  measured: `${NUMBER.format(value)} ${unit}`.trim(),
  budget: `≤ ${NUMBER.format(budget)} ${unit}`.trim(),
  holds: value <= budget,
})

/** Returns a figure that must reach its budget. */
export const atLeast = (what: string, value: number, budget: number, unit: string): Figure => ({
  what,
  measured: `${NUMBER.format(value)} ${unit}`.trim(),
  budget: `≥ ${NUMBER.format(budget)} ${unit}`.trim(),
  holds: value >= budget,
})

/** Returns the figures as a Markdown table. */
export const markdownTable = (figures: Figure[]): string =>
  [
    "| What | Measured | Budget | |",
    "| --- | --- | --- | --- |",
    ...figures.map(
      ({ what, measured, budget, holds }) =>
        `| ${what} | ${measured} | ${budget} | ${holds ? "holds" : "**over**"} |`,
    ),
  ].join("\n")
