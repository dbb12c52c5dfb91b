import { beforeEach, expect, test, vi } from "vitest"
import { $toasts } from "../../ui/toast/toasts.ts"
import { makeProblem, serve, signIn } from "../account/fixtures.ts"
import { $getVotes, $ideas, setVote } from "./votes.ts"

const IDEA = {
  id: "a",
  title: "A bus",
  language: "en",
  vote_count: 5,
  user_voted: false,
  description: "Home from Riga",
  category: "events",
  status: "open",
  reply: null,
  is_popular: true,
}

/** Response to the next vote. */
const respond = vi.fn<() => Response>()

$ideas.listen(() => {})

beforeEach(() => {
  serve({
    "GET /api/ideas": () => Response.json({ ideas: [IDEA] }),
    "PUT /api/ideas/a/vote": respond,
    "DELETE /api/ideas/a/vote": respond,
  })
  $toasts.set([])
  signIn()
})

const getShownVotes = () => {
  const idea = $ideas.value?.data?.ideas[0]
  return idea && $getVotes.get()(idea)
}

test("a vote is counted at once, and the response replaces the count", async () => {
  await vi.waitFor(() => expect(getShownVotes()).toEqual({ isVoted: false, count: 5 }))
  respond.mockReturnValue(Response.json({ vote_count: 9, already: false }))
  setVote("a", true)
  expect(getShownVotes()).toEqual({ isVoted: true, count: 6 })
  await vi.waitFor(() => expect(getShownVotes()).toEqual({ isVoted: true, count: 9 }))
  expect($toasts.get()).toMatchObject([{ tone: "success", title: "ideas:toasts.recorded" }])
})

test.each([
  [true, "already.title", () => Response.json({ vote_count: 9, already: true })],
  [false, "removed", () => Response.json({ vote_count: 8 })],
  [true, "logInToVote", () => makeProblem("sign_in_required", 401)],
  [false, "logInToRemove", () => makeProblem("sign_in_required", 401)],
  [true, "voteFailed", () => makeProblem("internal", 500)],
  [false, "removeFailed", () => Response.error()],
] as const)("setVote() with isVote = %j shows the toast %s", async (isVote, title, response) => {
  respond.mockImplementation(response)
  setVote("a", isVote)
  await vi.waitFor(() => expect($toasts.get()).toMatchObject([{ title: `ideas:toasts.${title}` }]))
  const shownToasts = JSON.stringify($toasts.get())
  expect(shownToasts, "an unknown error has no text besides the title").not.toContain(
    "problems.internal",
  )
})
