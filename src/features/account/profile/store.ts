/** The member's own profile: read, filled into the form, saved. */
import { atom, computed } from "nanostores"
import * as z from "zod/mini"
import type { Translate } from "../../../i18n/keys.ts"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { createQuery, failureOf } from "../../../islands/query.ts"
import { $session, isMaybeSignedIn, readSession } from "../../../session/session.ts"
import { type Answer, call, type Failure, type FailureCode } from "../../../shared/call.ts"
import { isSame } from "../../../ui/forms/editing.ts"
import { failureText } from "../../../ui/forms/failure-text.ts"
import { createForm } from "../../../ui/forms/form.ts"
import { showToast } from "../../../ui/toast/toasts.ts"
import { ownProfile, type Profile, type ProfileBody } from "./schema.ts"
import { afterSaving, checkChanges, type ProfileValues, valuesOf } from "./values.ts"

const PATH = "/api/profile"
const UPLOAD_TIMEOUT_MS = 90_000

const storedPicture = z.object({ avatar_url: z.string() })

/** Stores pictures on their way into the profile: one that has an address is not sent again. */
function createPictureStorage() {
  let stored: { picture: Blob; answer: Answer<string> } | null = null
  return {
    async store(picture: Blob): Promise<Answer<string>> {
      if (stored?.picture === picture) return stored.answer
      const answer = await call(`${PATH}/avatar`, {
        method: "PUT",
        payload: picture,
        timeout: UPLOAD_TIMEOUT_MS,
        read: (json) => storedPicture.parse(json).avatar_url,
      })
      if (answer.ok) stored = { picture, answer }
      return answer
    },
    forget(): void {
      stored = null
    },
  }
}

/** Pictures that would be refused again. */
const REFUSALS: readonly FailureCode[] = [
  "unsupported_image",
  "picture_shape",
  "picture_too_complex",
  "too_large",
]

export type ProfileState =
  | { status: "loading" }
  /** The page is about to be left for signing in. */
  | { status: "signed-out" }
  | { status: "failed"; failure: Failure }
  | {
      status: "ready"
      /** Null before anything is saved. */
      profile: Profile | null
      /** The session ended while something was typed that is not saved. */
      needsSignIn: boolean
    }

// The same ones each time: who follows the state is told of a change alone.
const LOADING = { status: "loading" } as const
const SIGNED_OUT = { status: "signed-out" } as const

type Step = "check" | "picture" | "profile"

// No answer of our functions, which carry an id.
const isUnknown = ({ code, requestId }: Failure) => code === "internal" && !requestId

export const failureReason = (failure: Failure, t: Translate): string =>
  t(isUnknown(failure) ? "profile:errors.unknown" : failureText(failure.code))

/** What a save that failed is said to have failed by. */
export function failureTitle(step: Step, failure: Failure, t: Translate): string {
  const reason = failureReason(failure, t)
  if (step === "picture") return t("profile:errors.upload", { reason })
  return failure.code === "unreachable" || isUnknown(failure)
    ? t("profile:errors.update", { reason })
    : t("profile:errors.save", { message: reason })
}

export function createProfileStore() {
  const $query = createQuery(PATH, z.nullable(ownProfile), { isForMembers: true })
  /** What the form began from; undefined until it is read. */
  const $base = atom<Profile | null | undefined>()
  const pictures = createPictureStorage()
  /** Whose page it is, as far as is known. */
  let owner: string | null = null
  let isOver = false
  /** How far the latest save came. */
  let step: Step = "check"

  const form = createForm<ProfileValues, ProfileBody, Profile>(
    valuesOf(null),
    {
      check(values) {
        step = "check"
        const base = $base.get() ?? null
        return checkChanges(values, base, base?.user_id ?? owner)
      },
      /**
       * A chosen picture is stored first, and shown to nobody; saving puts it in place together with the
       * switches. Where either fails nothing is saved, and all stays as it was typed.
       */
      async send(changes) {
        const { avatar_url } = form.$values.get()
        let payload = changes
        if (avatar_url.status === "chosen") {
          step = "picture"
          const answer = await pictures.store(avatar_url.picture)
          if (!answer.ok) return answer
          payload = { ...changes, avatar_url: answer.body }
        }
        step = "profile"
        return await call(PATH, {
          method: "PATCH",
          payload,
          read: (json) => ownProfile.parse(json),
        })
      },
    },
    "profile",
  )

  /** Whether something is typed that is not saved. */
  const $isDirty = computed(
    [$base, form.$values],
    (base, values) => base !== undefined && !isSame(values, valuesOf(base)),
  )

  const $profile = computed(
    [$query, $base, $isDirty, $session],
    ({ error }, base, isDirty, session): ProfileState => {
      // A server that does not answer leaves the session unknown, and its cookie where it is.
      const hasEnded = session.status === "signed-out" && (session.isWanted || !isMaybeSignedIn())
      // Whoever signed out leaves nothing on the screen; a session that ran out keeps what was typed.
      if (hasEnded && (session.isWanted || !isDirty)) return SIGNED_OUT
      if (base !== undefined) return { status: "ready", profile: base, needsSignIn: hasEnded }
      if (!error || isOver) return LOADING
      const failure = failureOf(error)
      if (failure.code === "sign_in_required") return SIGNED_OUT
      return { status: "failed", failure }
    },
  )

  /** Opens the page anew: what is one person's is not shown to the next. */
  function startOver(): void {
    isOver = true
    $base.set(undefined)
    form.reset(valuesOf(null))
    location.reload()
  }

  /** Whether the page is still the one of this member. */
  function isTheirs(member: string): boolean {
    if (!isOver && owner !== null && owner !== member) startOver()
    owner ??= member
    return !isOver
  }

  /** Fills the form, unless something is typed there. */
  function fill(profile: Profile | null): void {
    if ($isDirty.get() || (profile && !isTheirs(profile.user_id))) return
    form.reset(valuesOf(profile))
    $base.set(profile)
  }

  /** Reads the profile, and follows who is signed in. Returns what ends it. */
  function start(): () => void {
    const stops = [
      $query.subscribe(({ data, loading }) => {
        if (isOver || loading || data === undefined) return
        if (data ? data !== $base.get() : !$base.get()) fill(data)
      }),
      $session.subscribe((session) => {
        if (session.status === "signed-in") isTheirs(session.user.id)
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }

  /** Saves the changes and shows the result. `isSilent` skips the success message, for pages that move on. */
  async function save({ isSilent = false } = {}): Promise<void> {
    if (form.$pending.get() > 0 && !(await form.ready())) return
    const sent = form.$values.get()
    const answer = await form.submit()
    // The answer is about another member's form.
    if (!answer || isOver) return
    if (!answer.ok) {
      // Another member is signed in by now.
      if (answer.failure.code === "stale") startOver()
      else fail(answer.failure, sent)
      return
    }
    // A read that began before would undo it if it ended later.
    await Promise.allSettled([$query.value?.promise])
    form.reset(afterSaving(sent, form.$values.get(), valuesOf(answer.body)))
    $base.set(answer.body)
    $query.mutate(answer.body)
    // The header shows name and picture.
    void readSession()
    if (isSilent) return
    const t = pageTranslate()
    showToast({ tone: "success", title: t("profile:saved.title"), text: t("profile:saved.text") })
  }

  function fail(failure: Failure, sent: ProfileValues): void {
    // Said at the fields.
    if (step === "check" && failure.code === "invalid") return
    if (failure.code === "sign_in_required") void readSession()
    showToast({ tone: "error", title: failureTitle(step, failure, pageTranslate()) })
    // Stored too long ago, for one: it may be gone.
    if (failure.errors["avatar_url"]) pictures.forget()
    const { avatar_url } = form.$values.get()
    if (step === "picture" && REFUSALS.includes(failure.code) && avatar_url === sent.avatar_url) {
      form.change({ avatar_url: valuesOf($base.get() ?? null).avatar_url })
    }
  }

  return { $profile, $isDirty, form, start, save, reload: $query.invalidate }
}

export type ProfileStore = ReturnType<typeof createProfileStore>

export const profileStore = createProfileStore()
