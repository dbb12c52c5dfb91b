/** Editing a team, as its owner. */
import { atom, computed } from "nanostores"
import { type Answer, call, type Failure } from "../../call.ts"
import { fieldErrors } from "../../problem.ts"
import { createForm } from "../../ui/form.ts"
import { refused } from "../../ui/submission.ts"
import type { NewTeamValues } from "./create-team.ts"
import { isSeenTeam, readAs } from "./parse.ts"
import { type ChangedTeam, changedTeam } from "./schema.ts"
import type { SeenTeam } from "./team.ts"

export interface TeamValues extends NewTeamValues {
  website_url: string
  instagram_url: string
  youtube_url: string
  cover_image_url: string | null
  members_may_post_events: boolean
}

export type ManageState =
  | { status: "loading" }
  /** The page is about to be left: for signing in, or because there is nothing to manage. */
  | { status: "leaving" }
  | { status: "denied" }
  | { status: "ready"; team: SeenTeam }

export const valuesOf = (team: SeenTeam | null): TeamValues => ({
  name: team?.name ?? "",
  slug: team?.slug ?? "",
  description: team?.description ?? "",
  location: team?.location ?? "",
  country: team?.country ?? "",
  website_url: team?.website_url ?? "",
  instagram_url: team?.instagram_url ?? "",
  youtube_url: team?.youtube_url ?? "",
  cover_image_url: team?.cover_image_url ?? null,
  members_may_post_events: team?.members_may_post_events ?? true,
})

const isSame = (one: TeamValues, other: TeamValues): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

export const saveTeam = (slug: string, payload: ChangedTeam): Promise<Answer<SeenTeam>> =>
  call(`/api/teams/${slug}`, { method: "PATCH", payload, read: readAs(isSeenTeam) })

export interface ManageSteps {
  slug: () => string | null
  isMaybeSignedIn: () => boolean
  fetchTeam: (slug: string) => Promise<Answer<SeenTeam>>
  saveTeam: (slug: string, change: ChangedTeam) => Promise<Answer<SeenTeam>>
  /** Leads to the sign-in page. */
  signIn: () => void
  /** Says that the team could not be loaded, and leads back to all teams. */
  giveUp: (failure: Failure | null) => void
}

export function createManageStore(steps: ManageSteps) {
  const $state = atom<ManageState>({ status: "loading" })
  /** The slug and time of the version that is edited. */
  let before = { slug: "", updated_at: "" }
  /** Answers to what was asked before it say nothing any more. */
  let latest = 0

  const form = createForm<TeamValues, ChangedTeam, SeenTeam>(valuesOf(null), {
    check(values) {
      const parsed = changedTeam.safeParse({
        ...values,
        country: values.country || null,
        updated_at: before.updated_at,
      })
      return parsed.success
        ? { ok: true, body: parsed.data }
        : refused(fieldErrors(parsed.error.issues))
    },
    send: (change) => steps.saveTeam(before.slug, change),
  })

  const $isDirty = computed(
    [$state, form.$values],
    (state, values) => state.status === "ready" && !isSame(values, valuesOf(state.team)),
  )

  function take(team: SeenTeam): void {
    before = { slug: team.slug, updated_at: team.updated_at }
    $state.set({ status: "ready", team })
  }

  async function load(): Promise<void> {
    latest += 1
    const mine = latest
    $state.set({ status: "loading" })
    const slug = steps.slug()
    if (!steps.isMaybeSignedIn()) {
      $state.set({ status: "leaving" })
      return steps.signIn()
    }
    const answer = slug ? await steps.fetchTeam(slug) : null
    if (mine !== latest) return
    if (!answer?.ok) {
      $state.set({ status: "leaving" })
      return steps.giveUp(answer?.failure ?? null)
    }
    if (answer.body.role !== "owner") return $state.set({ status: "denied" })
    form.reset(valuesOf(answer.body))
    take(answer.body)
  }

  /** Drops everything: somebody else may be next. */
  function forget(): void {
    latest += 1
    $state.set({ status: "leaving" })
    form.reset(valuesOf(null))
  }

  /** Saves; the answer, or null when that is under way already. What is typed meanwhile stays. */
  async function save(): Promise<Answer<SeenTeam> | null> {
    const mine = latest
    const sent = form.$values.get()
    const answer = await form.submit()
    // It was another person's.
    if (mine !== latest) {
      form.reopen()
      return null
    }
    if (!answer?.ok) return answer
    const typed = form.$values.get()
    take(answer.body)
    form.reset(isSame(sent, typed) ? valuesOf(answer.body) : typed)
    return answer
  }

  /** What somebody else saved meanwhile, when that is why a try was refused. */
  function newer(): SeenTeam | null {
    const submission = form.$submission.get()
    const current = submission.status === "open" ? submission.failure?.current : null
    return isSeenTeam(current) ? current : null
  }

  /** The next try takes its place. */
  function overwrite(): void {
    const team = newer()
    if (team) before = { slug: team.slug, updated_at: team.updated_at }
  }

  /** Takes it over; what was typed is dropped. */
  function takeTheirs(): void {
    const team = newer()
    if (!team) return
    form.reset(valuesOf(team))
    take(team)
  }

  return { $state, $isDirty, form, load, forget, save, overwrite, takeTheirs }
}
