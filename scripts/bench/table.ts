/** Results of a bench, and their table. */

export interface Result {
  name: string
  /** The value with its unit. */
  measured: string
  budget: string
  isWithinBudget: boolean
}

const NUMBER = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 })

const resultWith =
  (sign: string, isWithinBudget: (value: number, budget: number) => boolean) =>
  (name: string, value: number, budget: number, unit = ""): Result => ({
    name,
    measured: `${NUMBER.format(value)} ${unit}`.trim(),
    budget: `${sign} ${NUMBER.format(budget)} ${unit}`.trim(),
    isWithinBudget: isWithinBudget(value, budget),
  })

export const atMost = resultWith("≤", (value, budget) => value <= budget)
export const atLeast = resultWith("≥", (value, budget) => value >= budget)
export const exactly = resultWith("=", (value, budget) => value === budget)

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Returns the results as a Markdown table. */
export const markdownTable = (results: Result[]): string =>
  [
    "| Result | Measured | Budget | Within budget |",
    "| --- | --- | --- | --- |",
    ...results.map(
      ({ name, measured, budget, isWithinBudget }) =>
        `| ${name} | ${measured} | ${budget} | ${isWithinBudget ? "yes" : "**no**"} |`,
    ),
  ].join("\n")
