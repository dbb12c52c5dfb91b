import { expect, test, vi } from "vitest"
import { type Answer, failed } from "../../call.ts"
import { type ChartSteps, createChart } from "./chart.ts"
import { makeSong } from "./fixtures.ts"
import type { MusicPage } from "./parse.ts"

const page = (ids: string[], next: number | null = null): Answer<MusicPage> => ({
  ok: true,
  body: { items: ids.map(makeSong), next },
  headers: new Headers(),
})

function makeChart(fetchPage: ChartSteps["fetchPage"], isInUse = () => false) {
  const onFailed = vi.fn()
  return { ...createChart({ fetchPage, isInUse, onFailed }), onFailed }
}

function idsIn({ $chart }: ReturnType<typeof makeChart>) {
  const chart = $chart.get()
  return chart.status === "ready" ? chart.items.map(({ id }) => id) : chart.status
}

const twoPages: ChartSteps["fetchPage"] = async (number) =>
  number === 1 ? page(["a", "b"], 2) : page(["b", "c"])

test("more are added, none twice, until there are no more", async () => {
  const chart = makeChart(twoPages)
  await chart.freshen()
  await chart.more()
  expect(idsIn(chart)).toEqual(["a", "b", "c"])
  await chart.more()
  expect(idsIn(chart)).toEqual(["a", "b", "c"])
})

test("more of a chart that could not be freshened come with its first page", async () => {
  const chart = makeChart(twoPages)
  await chart.more()
  expect(idsIn(chart)).toEqual(["a", "b", "c"])
})

test("nothing changes under a hand that is about to press", async () => {
  const chart = makeChart(twoPages, () => true)
  await chart.freshen()
  expect(idsIn(chart)).toBe("built")
})

test("a chart that is empty for once does not take the built one away", async () => {
  const chart = makeChart(async () => page([]))
  await chart.freshen()
  expect(idsIn(chart)).toBe("built")
})

test("freshening that fails is not worth a word", async () => {
  const chart = makeChart(async () => failed("unreachable"))
  await chart.freshen()
  expect(chart.onFailed).not.toHaveBeenCalled()
})

test("when more cannot be loaded, it is said, the chart stays, and it can be tried again", async () => {
  let isDown = true
  const chart = makeChart(async (number) => {
    if (number === 1) return page(["a"], 2)
    return isDown ? failed("unreachable") : page(["b"])
  })
  await chart.freshen()
  await chart.more()
  expect(chart.onFailed).toHaveBeenCalledOnce()
  expect(idsIn(chart)).toEqual(["a"])
  isDown = false
  await chart.more()
  expect(idsIn(chart)).toEqual(["a", "b"])
})

test("pressing twice loads one page", async () => {
  const fetchPage = vi.fn(twoPages)
  const chart = makeChart(fetchPage)
  await chart.freshen()
  await Promise.all([chart.more(), chart.more()])
  expect(fetchPage.mock.calls).toEqual([[1], [2]])
})
