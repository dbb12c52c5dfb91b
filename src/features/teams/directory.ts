/** The list of teams: all of them as built and freshened, or those that a search finds. */
import { atom } from "nanostores"
import { type Answer, call, type Failure } from "../../call.ts"
import { listPath, type Narrowed } from "./list-address.ts"
import { isTeamCard, readList } from "./parse.ts"
import type { TeamCard } from "./team.ts"

/** How many a page of the list has; as many are built into the page. */
export const TEAMS_PER_PAGE = 24

export type ListState =
  /** As the page came. */
  | { status: "built" }
  | { status: "loading"; narrowed: Narrowed }
  | { status: "failed"; narrowed: Narrowed; failure: Failure }
  | {
      status: "ready"
      narrowed: Narrowed
      teams: TeamCard[]
      /** Where those after them begin; null when these are all. */
      next: string | null
      isLoadingMore: boolean
    }

interface TeamsPage {
  rows: TeamCard[]
  next: string | null
}

export interface DirectorySteps {
  fetchTeams: (narrowed: Narrowed, cursor?: string) => Promise<Answer<TeamsPage>>
  onFailed: (failure: Failure) => void
}

export const fetchTeams = (narrowed: Narrowed, cursor?: string): Promise<Answer<TeamsPage>> =>
  call(listPath(narrowed, TEAMS_PER_PAGE, cursor), { read: readList("teams", isTeamCard) })

export function createDirectory({ fetchTeams, onFailed }: DirectorySteps) {
  const $list = atom<ListState>({ status: "built" })
  /** Answers to older questions say nothing about this one. */
  let latest = 0
  /** The question that is on its way, or was last. */
  let asked: Promise<unknown> = Promise.resolve()

  /** Shows what is asked for; what is shown already stays until the answer is there. */
  async function show(narrowed: Narrowed): Promise<void> {
    latest += 1
    const mine = latest
    $list.set({ status: "loading", narrowed })
    const asking = fetchTeams(narrowed)
    asked = asking
    const answer = await asking
    if (mine !== latest) return
    if (!answer.ok) {
      $list.set({ status: "failed", narrowed, failure: answer.failure })
      return onFailed(answer.failure)
    }
    const { rows: teams, next } = answer.body
    $list.set({ status: "ready", narrowed, teams, next, isLoadingMore: false })
  }

  /** Brings the built list up to date; when nobody answers it stays as it is, and that is why. */
  async function freshen(): Promise<Failure | null> {
    latest += 1
    const mine = latest
    const narrowed = { search: "", country: null }
    const answer = await fetchTeams(narrowed)
    if (mine !== latest) return null
    if (!answer.ok) return answer.failure
    const { rows: teams, next } = answer.body
    $list.set({ status: "ready", narrowed, teams, next, isLoadingMore: false })
    return null
  }

  async function more(): Promise<void> {
    const list = $list.get()
    if (list.status === "loading") {
      await asked
      return more()
    }
    if (list.status === "built") {
      // Only an answer knows where to go on.
      const failure = await freshen()
      return failure ? onFailed(failure) : more()
    }
    if (list.status !== "ready" || !list.next || list.isLoadingMore) return
    const mine = latest
    $list.set({ ...list, isLoadingMore: true })
    const answer = await fetchTeams(list.narrowed, list.next)
    if (mine !== latest) return
    if (!answer.ok) {
      $list.set({ ...list, isLoadingMore: false })
      return onFailed(answer.failure)
    }
    const known = new Set(list.teams.map(({ id }) => id))
    const fresh = answer.body.rows.filter(({ id }) => !known.has(id))
    $list.set({
      ...list,
      teams: [...list.teams, ...fresh],
      next: answer.body.next,
      isLoadingMore: false,
    })
  }

  return { $list, show, freshen, more }
}

export type Directory = ReturnType<typeof createDirectory>
