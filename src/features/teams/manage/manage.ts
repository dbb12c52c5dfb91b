import { atom } from "nanostores"
import * as z from "zod/mini"
import { call, type Failure } from "../../../shared/call.ts"
import { createEditing, type Editing } from "../../../ui/forms/editing.ts"
import { toTranslationValues } from "../../../ui/forms/multilingual.ts"
import { checkWithSchema } from "../../../ui/forms/submission.ts"
import { editedTeam } from "../forms.ts"
import { editableFields, type TeamForViewer, teamForViewer } from "../schema.ts"

const teamValues = z.object({ ...editableFields, description: z.string() })
type TeamValues = z.infer<typeof teamValues>

export type TeamEditing = Editing<TeamForViewer, TeamValues>

type ManageState =
  | { status: "loading" }
  /** The visitor must log in or has logged out, or the team could not be loaded. */
  | { status: "leaving" }
  /** The member does not own the team. */
  | { status: "denied" }
  | { status: "ready"; editing: TeamEditing }

export const editTeam = (team: TeamForViewer): TeamEditing =>
  createEditing({
    name: "team",
    item: team,
    getValues(item) {
      const { description, translations, ...row } = item ?? team
      return teamValues.parse({
        ...row,
        description: description ?? "",
        translations: toTranslationValues(translations, ["description"]),
      })
    },
    check: (values) => checkWithSchema(editedTeam, values),
    create: () => Promise.reject(new Error("CreateDialog creates teams")),
    update: ({ id, slug }, updated_at, body) =>
      call(`/api/teams/${slug}`, {
        method: "PATCH",
        payload: { ...body, id, updated_at },
        read: teamForViewer,
      }),
    readCurrent: (json) => teamForViewer.safeParse(json).data ?? null,
    canRecreate: false,
  })

interface ManageOptions {
  getSlug: () => string | null
  isMaybeSignedIn: () => boolean
  goToLogin: () => void
  /** Called if the team could not be loaded. The failure is null if the URL has no valid slug. */
  onFailed: (failure: Failure | null) => void
}

export function createManageStore({
  getSlug,
  isMaybeSignedIn,
  goToLogin,
  onFailed,
}: ManageOptions) {
  const $state = atom<ManageState>({ status: "loading" })
  const isDirty = () => {
    const state = $state.get()
    return state.status === "ready" && state.editing.$isDirty.get()
  }

  async function load(): Promise<void> {
    const loading: ManageState = { status: "loading" }
    $state.set(loading)
    const requestedSlug = getSlug()
    if (!isMaybeSignedIn()) {
      $state.set({ status: "leaving" })
      return goToLogin()
    }
    const result = requestedSlug
      ? await call(`/api/teams/${requestedSlug}`, { read: teamForViewer, cache: "no-store" })
      : null
    // The state was replaced: the member has logged out, or another load has started.
    if ($state.get() !== loading) return
    if (!result?.ok) {
      $state.set({ status: "leaving" })
      return onFailed(result?.failure ?? null)
    }
    const team = result.body
    $state.set(
      team.role === "owner" ? { status: "ready", editing: editTeam(team) } : { status: "denied" },
    )
  }

  const clear = (): void => $state.set({ status: "leaving" })

  return { $state, isDirty, load, clear }
}
