/** Figures of a bench, and their table. */

export interface Figure {
  name: string
  /** The value with its unit. */
  measured: string
  budget: string
  isWithinBudget: boolean
}

const NUMBER = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 })

const figureWith =
  (sign: string, isWithinBudget: (value: number, budget: number) => boolean) =>
  (name: string, value: number, budget: number, unit = ""): Figure => ({
    name,
    measured: `${NUMBER.format(value)} ${unit}`.trim(),
    budget: `${sign} ${NUMBER.format(budget)} ${unit}`.trim(),
    isWithinBudget: isWithinBudget(value, budget),
  })

export const atMost = figureWith("≤", (value, budget) => value <= budget)
export const atLeast = figureWith("≥", (value, budget) => value >= budget)
export const exactly = figureWith("=", (value, budget) => value === budget)

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

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
