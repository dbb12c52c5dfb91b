import { expect, test } from "vitest"
import { type Answer, failed } from "../../call.ts"
import { wordsFor } from "./vote-store.ts"
import { createVotes, type VoteAnswer, type VoteOutcome } from "./votes.ts"

const ok = (vote_count: number, already = false): Answer<VoteAnswer> => ({
  ok: true,
  body: { vote_count, already },
  headers: new Headers(),
})

/** A store whose server answers when it is told to. */
function setUp() {
  const asked: { wanted: boolean; answer: (answer: Answer<VoteAnswer>) => void }[] = []
  const told: VoteOutcome[] = []
  const store = createVotes({
    send: (_id, wanted) => new Promise((answer) => asked.push({ wanted, answer })),
    onSettled: (outcome) => told.push(outcome),
  })
  store.learn([{ id: "a", vote_count: 5, user_voted: false }])
  const answer = async (given: Answer<VoteAnswer>) => {
    asked.shift()?.answer(given)
    await new Promise((done) => setTimeout(done))
  }
  const shown = () => store.$votes.get()["a"]
  return { store, asked, told, answer, shown }
}

test("a vote is shown at once, then as the server counts it", async () => {
  const { store, shown, answer, told } = setUp()
  void store.toggle("a")
  expect(shown()).toEqual({ count: 6, isVoted: true })
  await answer(ok(9))
  expect(shown()).toEqual({ count: 9, isVoted: true })
  expect(told.map((outcome) => wordsFor(outcome).title)).toEqual(["ideas:toasts.recorded"])
})

test("one that fails is undone, and says why", async () => {
  const { store, shown, answer, told } = setUp()
  void store.toggle("a")
  await answer(failed("unreachable"))
  expect(shown()).toEqual({ count: 5, isVoted: false })
  expect(told.map(wordsFor)).toEqual([
    { title: "ideas:toasts.voteFailed", text: "errors:problems.unreachable" },
  ])
})

test("of quick clicks one call runs at a time, and the last one counts", async () => {
  const { store, asked, shown, answer } = setUp()
  void store.toggle("a")
  void store.toggle("a")
  expect(shown()).toEqual({ count: 5, isVoted: false })
  expect(asked.map(({ wanted }) => wanted)).toEqual([true])
  await answer(ok(6))
  expect(asked.map(({ wanted }) => wanted)).toEqual([false])
  await answer(ok(5))
  expect(shown()).toEqual({ count: 5, isVoted: false })
  expect(asked).toEqual([])
})

test("a list that was asked for before a vote does not undo it", async () => {
  const { store, shown, answer } = setUp()
  const asked = store.now()
  void store.toggle("a")
  store.learn([{ id: "a", vote_count: 5, user_voted: false }], asked)
  expect(shown()).toEqual({ count: 6, isVoted: true })
  await answer(ok(6))
  store.learn([{ id: "a", vote_count: 5, user_voted: false }], asked)
  expect(shown()).toEqual({ count: 6, isVoted: true })
  store.learn([{ id: "a", vote_count: 8, user_voted: true }], store.now())
  expect(shown()).toEqual({ count: 8, isVoted: true })
})

test.each<[outcome: VoteOutcome, title: string]>([
  [{ wanted: false, failure: null, already: false }, "removed"],
  [{ wanted: true, failure: null, already: true }, "already.title"],
  [{ wanted: true, ...failed("sign_in_required") }, "logInToVote"],
  [{ wanted: false, ...failed("sign_in_required") }, "logInToRemove"],
  [{ wanted: false, ...failed("internal") }, "removeFailed"],
])("%j says %s", (outcome, title) => {
  expect(wordsFor(outcome).title).toBe(`ideas:toasts.${title}`)
})
