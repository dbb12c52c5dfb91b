export interface Result {
  name: string
  measured: string
  budget: string
  isWithinBudget: boolean
}

const NUMBER_FORMAT = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 })

const createResultMaker =
  (sign: string, isWithinBudget: (value: number, budget: number) => boolean) =>
  (name: string, value: number, budget: number, unit = ""): Result => ({
    name,
    measured: `${NUMBER_FORMAT.format(value)} ${unit}`.trim(),
    budget: `${sign} ${NUMBER_FORMAT.format(budget)} ${unit}`.trim(),
    isWithinBudget: isWithinBudget(value, budget),
  })

export const atMost = createResultMaker("≤", (value, budget) => value <= budget)
export const atLeast = createResultMaker("≥", (value, budget) => value >= budget)
export const exactly = createResultMaker("=", (value, budget) => value === budget)

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

export const createTable = (results: Result[]): string =>
  [
    "| Result | Measured | Budget | Within budget |",
    "| --- | --- | --- | --- |",
    ...results.map(
      ({ name, measured, budget, isWithinBudget }) =>
        `| ${name} | ${measured} | ${budget} | ${isWithinBudget ? "yes" : "**no**"} |`,
    ),
  ].join("\n")
