/** A member's profile: loaded, filled into the form, saved. */
import { atom, computed } from "nanostores"
import type { Answer, Failure } from "../../call.ts"
import { createForm } from "../../ui/form.ts"
import type { Profile } from "./profile.ts"
import type { ProfileBody } from "./schema.ts"
import { createStoringOnce } from "./storing-once.ts"
import { afterSaving, checkChanges, isSame, type ProfileValues, valuesOf } from "./values.ts"

export type ProfileState =
  | { status: "loading" }
  /** The page is about to be left for signing in. */
  | { status: "signed-out" }
  | { status: "failed"; failure: Failure }
  | {
      status: "ready"
      /** Another number for each loading. */
      opening: number
      /** Null when nothing was saved yet. */
      profile: Profile | null
      /** The session ended while something was typed that is not saved. */
      needsSignIn: boolean
    }

/** What the member is told. */
export type ProfileNews =
  | { kind: "saved" }
  | { kind: "load-failed"; failure: Failure }
  | { kind: "upload-failed"; failure: Failure }
  | { kind: "save-failed"; failure: Failure }

export interface ProfileSteps {
  /** Whether asking is worth it. */
  isMaybeSignedIn: () => boolean
  fetchProfile: () => Promise<Answer<Profile>>
  saveProfile: (changes: ProfileBody) => Promise<Answer<Profile>>
  sendAvatar: (picture: Blob) => Promise<Answer<string>>
  tell: (news: ProfileNews) => void
  /** Opens the page anew: nothing on it is this member's. */
  startOver: () => void
  /** Finds out who is here, after an answer that nobody is. */
  lookWhoIsHere: () => void
}

/** Pictures that would be refused again. */
const isRefused = ({ code }: Failure) => code === "unsupported_image" || code === "too_large"

export function createProfileStore(steps: ProfileSteps) {
  const { isMaybeSignedIn, fetchProfile, saveProfile, sendAvatar, tell, startOver, lookWhoIsHere } =
    steps
  const $profile = atom<ProfileState>({ status: "loading" })
  let opening = 0
  /** Who was signed in first. */
  let owner: string | null = null
  const { storeOnce, forget } = createStoringOnce(sendAvatar)
  /** How far the latest save came. */
  let step: "check" | "picture" | "profile" = "check"
  /** What the latest save sent. */
  let sent = valuesOf(null)

  const saved = () => {
    const state = $profile.get()
    return state.status === "ready" ? state.profile : null
  }

  const form = createForm<ProfileValues, ProfileBody, Profile>(valuesOf(null), {
    check(values) {
      step = "check"
      return checkChanges(values, saved(), saved()?.user_id ?? owner)
    },
    send,
  })

  /** Whether something is typed that is not saved. */
  const $isDirty = computed(
    [$profile, form.$values],
    (state, values) => state.status === "ready" && !isSame(values, valuesOf(state.profile)),
  )

  function ready(profile: Profile | null): void {
    $profile.set({ status: "ready", opening, profile, needsSignIn: false })
  }

  /** Loads the profile into the form; what was typed is dropped. */
  async function load(): Promise<void> {
    opening += 1
    const mine = opening
    if (!isMaybeSignedIn()) return $profile.set({ status: "signed-out" })
    $profile.set({ status: "loading" })
    form.reset(valuesOf(null))
    const answer = await fetchProfile()
    if (mine !== opening) return
    if (!answer.ok && answer.failure.code !== "not_found") return meetLoadFailure(answer.failure)
    const profile = answer.ok ? answer.body : null
    if (owner !== null && profile && profile.user_id !== owner) return startAnew()
    form.reset(valuesOf(profile))
    ready(profile)
  }

  function meetLoadFailure(failure: Failure): void {
    if (failure.code === "sign_in_required") {
      $profile.set({ status: "signed-out" })
    } else {
      $profile.set({ status: "failed", failure })
      tell({ kind: "load-failed", failure })
    }
  }

  /**
   * A chosen picture is stored first, and shown to nobody; saving puts it in place together with the
   * switches. Where either fails nothing is saved, and all stays as it was typed.
   */
  async function send(changes: ProfileBody): Promise<Answer<Profile>> {
    const { avatar_url } = form.$values.get()
    if (avatar_url.status === "saved") return await sendRest(changes)
    step = "picture"
    const answer = await storeOnce(avatar_url.picture)
    return answer.ok ? await sendRest({ ...changes, avatar_url: answer.body }) : answer
  }

  async function sendRest(changes: ProfileBody): Promise<Answer<Profile>> {
    step = "profile"
    return await saveProfile(changes)
  }

  /** Saves what was changed; says how it went. */
  async function save(): Promise<void> {
    const mine = opening
    sent = form.$values.get()
    const answer = await form.submit()
    if (!answer) return
    // The answer is about another member's form.
    if (mine !== opening) return form.reopen()
    if (!answer.ok) {
      // Said at the fields.
      if (step === "check" && answer.failure.code === "invalid") return
      // Another member is signed in by now.
      return answer.failure.code === "stale" ? startAnew() : meetFailure(answer.failure)
    }
    const typed = form.$values.get()
    form.reset(afterSaving(sent, typed, valuesOf(answer.body)))
    ready(answer.body)
    tell({ kind: "saved" })
  }

  function meetFailure(failure: Failure): void {
    const state = $profile.get()
    if (failure.code === "sign_in_required" && state.status === "ready") {
      $profile.set({ ...state, needsSignIn: true })
      lookWhoIsHere()
    }
    tell({ kind: step === "picture" ? "upload-failed" : "save-failed", failure })
    // Stored too long ago, for one: it may be gone.
    if (failure.errors["avatar_url"]) forget()
    const { avatar_url } = form.$values.get()
    if (step === "picture" && isRefused(failure) && avatar_url === sent.avatar_url) {
      form.change({ avatar_url: valuesOf(saved()).avatar_url })
    }
  }

  function startAnew(): void {
    opening += 1
    $profile.set({ status: "loading" })
    startOver()
  }

  /** Somebody is signed in: what is one person's is not shown to the next. */
  function meetMember(userId: string): void {
    const state = $profile.get()
    const isOther = [owner, saved()?.user_id ?? null].some((id) => id !== null && id !== userId)
    owner = userId
    if (isOther) startAnew()
    else if (state.status === "ready" && state.needsSignIn) {
      $profile.set({ ...state, needsSignIn: false })
    }
  }

  /**
   * Nobody is signed in any more: the page is left. What was typed stays where a session merely ran out;
   * whoever signed out leaves nothing of theirs on the screen.
   */
  function meetNobody(isWanted: boolean): void {
    const state = $profile.get()
    const isKept = !isWanted && state.status === "ready" && $isDirty.get()
    $profile.set(isKept ? { ...state, needsSignIn: true } : { status: "signed-out" })
  }

  return { $profile, $isDirty, form, load, save, meetMember, meetNobody }
}

export type ProfileStore = ReturnType<typeof createProfileStore>
