import { expect, test, vi } from "vitest"
import { type Answer, failed } from "../../call.ts"
import { createWishes, type WishNews } from "./wishes.ts"

const DONE: Answer<null> = { ok: true, body: null, headers: new Headers() }

/** A server that has what it was last sent, and answers when the test says so. */
function makeServer() {
  const stored = new Map<string, boolean>()
  const waiting: (() => void)[] = []
  const calls: boolean[] = []
  return {
    stored,
    calls,
    send(key: string, value: boolean): Promise<Answer<null>> {
      calls.push(value)
      return new Promise((resolve) => {
        waiting.push(() => {
          stored.set(key, value)
          resolve(DONE)
        })
      })
    },
    async answer(): Promise<void> {
      // Until whatever comes next has been sent.
      await vi.waitFor(() => expect(waiting).not.toEqual([]))
      waiting.shift()?.()
      await new Promise((resolve) => setTimeout(resolve))
    },
  }
}

/** One browser's turns: whoever comes first goes first. */
function makeTurns() {
  let last = Promise.resolve()
  return (_: string, work: () => Promise<void>) => {
    last = last.then(work)
    return last
  }
}

type Send = (key: string, value: boolean) => Promise<Answer<unknown>>

function makeTab(send: Send, { inTurn = makeTurns(), isOnline = true, at = 1 } = {}) {
  const others: ((news: WishNews<boolean>) => void)[] = []
  const onFailed = vi.fn()
  const onSettled = vi.fn()
  const wishes = createWishes<boolean>(false, {
    send,
    inTurn,
    tellTabs: (news) => {
      for (const hear of others) hear(news)
    },
    onFailed,
    onSettled,
    isOnline: () => isOnline,
    now: () => at,
  })
  return { ...wishes, others, onFailed, onSettled }
}

test("a wish is shown at once, and told when the server has it", async () => {
  const server = makeServer()
  const tab = makeTab(server.send)
  const wanted = tab.want("a", true, "Supernova")
  expect(tab.$shown.get().get("a")).toBe(true)
  expect(tab.onSettled).not.toHaveBeenCalled()
  await server.answer()
  await wanted
  expect(server.stored.get("a")).toBe(true)
  expect(tab.onSettled.mock.calls).toEqual([[true, "Supernova"]])
})

test("pressed twice quickly: the latest wish wins, and one call is under way at a time", async () => {
  const server = makeServer()
  const tab = makeTab(server.send)
  const wanted = tab.want("a", true, "")
  await vi.waitFor(() => expect(server.calls).toEqual([true]))
  void tab.want("a", false, "")
  expect(tab.shownOf("a")).toBe(false)
  expect(server.calls).toEqual([true])
  await server.answer()
  await server.answer()
  await wanted
  expect(server.calls).toEqual([true, false])
  expect(server.stored.get("a")).toBe(false)
  expect(tab.shownOf("a")).toBe(false)
})

test("pressed three times, the wishes in between are not worth a call", async () => {
  const server = makeServer()
  const tab = makeTab(server.send)
  const wanted = tab.want("a", true, "")
  await vi.waitFor(() => expect(server.calls).toEqual([true]))
  void tab.want("a", false, "")
  void tab.want("a", true, "")
  await server.answer()
  await wanted
  expect(server.calls).toEqual([true])
  expect(tab.shownOf("a")).toBe(true)
})

test("a refused wish is undone and told, to what the server has", async () => {
  const tab = makeTab(async () => failed("internal"))
  tab.reading()([["a", true]])
  await tab.want("a", false, "")
  expect(tab.shownOf("a")).toBe(true)
  expect(tab.onFailed).toHaveBeenCalledOnce()
  expect(tab.onSettled).not.toHaveBeenCalled()
})

test("a failure of a wish that was taken back is nobody's business", async () => {
  const answers = [failed("internal"), DONE]
  const { promise, resolve } = Promise.withResolvers<Answer<unknown>>()
  const send = vi.fn((): Promise<Answer<unknown>> => {
    const answer = answers.shift() ?? DONE
    return answer.ok ? Promise.resolve(answer) : promise
  })
  const tab = makeTab(send)
  tab.reading()([])
  const wanted = tab.want("a", true, "")
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce())
  void tab.want("a", false, "")
  resolve(failed("internal"))
  await wanted
  expect(tab.onFailed).not.toHaveBeenCalled()
  expect(tab.shownOf("a")).toBe(false)
})

test("what was pressed before the likes were read is not taken back by them", async () => {
  const server = makeServer()
  const tab = makeTab(server.send)
  const take = tab.reading()
  const wanted = tab.want("a", true, "")
  await server.answer()
  await wanted
  take([["b", true]])
  expect(tab.shownOf("a")).toBe(true)
  expect(tab.shownOf("b")).toBe(true)
})

test("two tabs: the later press wins at the server, although the earlier call is still under way", async () => {
  const server = makeServer()
  const inTurn = makeTurns()
  const first = makeTab(server.send, { inTurn })
  const second = makeTab(server.send, { inTurn, at: 2 })
  first.others.push(second.hear)
  second.others.push(first.hear)
  for (const tab of [first, second]) tab.reading()([])
  const one = first.want("a", true, "")
  expect(second.shownOf("a"), "shown in the other tab at once").toBe(true)
  await vi.waitFor(() => expect(server.calls).toEqual([true]))
  const other = second.want("a", false, "")
  expect(first.shownOf("a")).toBe(false)
  await server.answer()
  await server.answer()
  await Promise.all([one, other])
  expect(server.stored.get("a")).toBe(false)
  expect([first.shownOf("a"), second.shownOf("a")]).toEqual([false, false])
})

test("news of an earlier wish that come late change nothing", async () => {
  const tab = makeTab(async () => DONE, { at: 5 })
  tab.reading()([])
  await tab.want("a", false, "")
  tab.hear({ stage: "settled", key: "a", value: true, at: 4 })
  expect(tab.shownOf("a")).toBe(false)
})

test("what is undone in one tab is undone in the others", async () => {
  const first = makeTab(async () => failed("unreachable"))
  const second = makeTab(async () => DONE)
  first.others.push(second.hear)
  for (const tab of [first, second]) tab.reading()([["a", true]])
  await first.want("a", false, "")
  expect([first.shownOf("a"), second.shownOf("a")]).toEqual([true, true])
  expect(second.onFailed).not.toHaveBeenCalled()
})

test("where an answer was lost, the server is made to have what is shown", async () => {
  const stored = new Map([["a", false]])
  let isCut = true
  const tab = makeTab(async (key, value) => {
    stored.set(key, value)
    return isCut ? failed("unreachable") : DONE
  })
  tab.reading()([])
  await tab.want("a", true, "")
  expect(tab.shownOf("a"), "undone").toBe(false)
  expect(stored.get("a"), "but it had arrived").toBe(true)
  isCut = false
  await tab.makeSure()
  expect(stored.get("a")).toBe(false)
})

test("without a connection nothing arrived, so nothing is to be made sure", async () => {
  const send = vi.fn(async () => failed("unreachable"))
  const tab = makeTab(send, { isOnline: false })
  tab.reading()([])
  await tab.want("a", true, "")
  await tab.makeSure()
  expect(send).toHaveBeenCalledOnce()
})

test("whoever leaves the page sends what still waits for its turn", async () => {
  const server = makeServer()
  const tab = makeTab(server.send)
  void tab.want("a", true, "")
  await vi.waitFor(() => expect(server.calls).toEqual([true]))
  tab.hurry()
  expect(server.calls, "is under way already").toEqual([true])
  void tab.want("a", false, "")
  tab.hurry()
  expect(server.calls).toEqual([true, false])
})

test("another member sees nothing of it, and hears nothing of what comes back", async () => {
  const server = makeServer()
  const tab = makeTab(server.send)
  const wanted = tab.want("a", true, "")
  await vi.waitFor(() => expect(server.calls).toEqual([true]))
  tab.reset()
  await server.answer()
  await wanted
  expect(tab.shownOf("a")).toBe(false)
  expect(tab.onSettled).not.toHaveBeenCalled()
})
