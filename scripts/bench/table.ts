/** Figures of a bench, and their table. */

export interface Figure {
  name: string
  /** The value with its unit. */
  measured: string
  budget: string
  isWithinBudget: boolean
}

const NUMBER = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 })

/** Returns a figure that must not exceed its budget. */
export const atMost = (name: string, value: number, budget: number, unit: string): Figure => ({
  name,
  measured: `${NUMBER.format(value)} ${unit}`.trim(),
  budget: `≤ ${NUMBER.format(budget)} ${unit}`.trim(),
  isWithinBudget: value <= budget,
})

/** Returns a figure that must reach its budget. */
export const atLeast = (name: string, value: number, budget: number, unit: string): Figure => ({
  name,
  measured: `${NUMBER.format(value)} ${unit}`.trim(),
  budget: `≥ ${NUMBER.format(budget)} ${unit}`.trim(),
  isWithinBudget: value >= budget,
})

/** Returns the figures as a Markdown table. */
export const markdownTable = (figures: Figure[]): string =>
  [
    "| Figure | Measured | Budget | Within budget |",
    "| --- | --- | --- | --- |",
    ...figures.map(
      ({ name, measured, budget, isWithinBudget }) =>
        `| ${name} | ${measured} | ${budget} | ${isWithinBudget ? "yes" : "**no**"} |`,
    ),
  ].join("\n")
