import { beforeEach, expect, test, vi } from "vitest"
import { setSession } from "../../session/session.ts"
import { $toasts } from "../../ui/toast/toasts.ts"

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

vi.stubGlobal("document", {
  documentElement: { lang: "en" },
  querySelectorAll: () => [],
  cookie: "",
})
vi.stubGlobal("navigator", { onLine: true })

const respond = vi.fn<() => Response>()
vi.stubGlobal("fetch", async (url: string) =>
  url === "/api/ideas" ? Response.json({ ideas: [IDEA] }) : respond(),
)

const { $ideas, $getVotes, setVote } = await import("./votes.ts")
$ideas.listen(() => {})

const makeProblem = (code: string, status: number) =>
  Response.json({ type: "about:blank", title: code, status, code }, { status })

beforeEach(() => {
  $toasts.set([])
  setSession({ status: "signed-in", user: { id: "mari", email: "mari@daina.test" }, role: "user" })
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
