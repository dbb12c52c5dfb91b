import { expect, test } from "vitest"
import type { Answer } from "../../call.ts"
import type { SimilarIdea } from "./idea.ts"
import { createSimilar } from "./similar.ts"

const WAIT_MS = 5
const pause = () => new Promise((done) => setTimeout(done, WAIT_MS * 4))

function setUp() {
  const asked: { title: string; answer: (answer: Answer<SimilarIdea[]>) => void }[] = []
  const store = createSimilar(
    (title) => new Promise((answer) => asked.push({ title, answer })),
    WAIT_MS,
  )
  return { ...store, asked, titles: () => asked.map(({ title }) => title) }
}

const found = (title: string): Answer<SimilarIdea[]> => ({
  ok: true,
  body: [{ id: title, title, vote_count: 1, user_voted: false }],
  headers: new Headers(),
})

test("typing is looked for once it pauses, from four letters on, and not twice", async () => {
  const { follow, titles } = setUp()
  for (const typed of ["b", "bus", "a bus", "a bus ho", " a bus home "]) follow(typed)
  await pause()
  follow("a bus home")
  await pause()
  expect(titles()).toEqual(["a bus home"])
})

test("an answer to what was typed before does not show", async () => {
  const { follow, asked, $similar } = setUp()
  follow("a bus")
  await pause()
  follow("a train")
  await pause()
  asked[1]?.answer(found("train"))
  asked[0]?.answer(found("bus"))
  await pause()
  expect($similar.get().map(({ title }) => title)).toEqual(["train"])
})

test("a title taken back takes its ideas along, also those still to come", async () => {
  const { follow, asked, $similar } = setUp()
  follow("a bus")
  await pause()
  follow("")
  asked[0]?.answer(found("bus"))
  await pause()
  expect($similar.get()).toEqual([])
})
