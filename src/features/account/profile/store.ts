import { atom, computed } from "nanostores"
import * as z from "zod/mini"
import type { Translate } from "../../../i18n/keys.ts"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { createQuery, toFailure } from "../../../islands/query.ts"
import { $session, isMaybeSignedIn, readSession } from "../../../session/session.ts"
import { type CallResult, call, type Failure, type FailureCode } from "../../../shared/call.ts"
import { getChangedFields, listChangedFieldNames } from "../../../ui/forms/changed-fields.ts"
import { getFailureKey } from "../../../ui/forms/failure-keys.ts"
import { createForm } from "../../../ui/forms/form.ts"
import { showToast } from "../../../ui/toast/toasts.ts"
import { ownProfile, type Profile, type ProfileBody } from "./schema.ts"
import { checkChanges, getProfileValues, type ProfileValues } from "./values.ts"

const PATH = "/api/profile"
const SAVING = "profile"
const UPLOAD_TIMEOUT_MS = 90_000

const uploadResponse = z.object({ avatar_url: z.string() })

/** A repeated save does not send an uploaded picture again. */
function createPictureStorage() {
  let stored: { picture: Blob; result: CallResult<string> } | null = null
  return {
    async store(picture: Blob): Promise<CallResult<string>> {
      if (stored?.picture === picture) return stored.result
      const result = await call(`${PATH}/avatar`, {
        method: "PUT",
        payload: picture,
        timeout: UPLOAD_TIMEOUT_MS,
        read: (json) => uploadResponse.parse(json).avatar_url,
      })
      if (result.ok) stored = { picture, result }
      return result
    },
    forget(): void {
      stored = null
    },
  }
}

/** Failures that drop the picture, because the same picture would always cause them. */
const REFUSALS: readonly FailureCode[] = [
  "unsupported_image",
  "picture_shape",
  "picture_too_complex",
  "too_large",
]

export type ProfileState =
  | { status: "loading" }
  | { status: "signed-out" }
  | { status: "failed"; failure: Failure }
  | {
      status: "ready"
      profile: Profile | null
      /** Whether the session ended while the form had unsaved changes. */
      needsSignIn: boolean
    }

// These are constants, so that listeners are called only for changes.
const LOADING = { status: "loading" } as const
const SIGNED_OUT = { status: "signed-out" } as const

type Step = "check" | "picture" | "profile"

/** Errors from the API have a request id. */
const isUnknown = ({ code, requestId }: Failure) => code === "internal" && !requestId

export const getFailureReason = (failure: Failure, t: Translate): string =>
  t(isUnknown(failure) ? "profile:errors.unknown" : getFailureKey(failure.code))

export function getFailureTitle(step: Step, failure: Failure, t: Translate): string {
  const reason = getFailureReason(failure, t)
  if (step === "picture") return t("profile:errors.upload", { reason })
  return failure.code === "unreachable" || isUnknown(failure)
    ? t("profile:errors.update", { reason })
    : t("profile:errors.save", { message: reason })
}

export function showSaved(): void {
  const t = pageTranslate()
  const [title, text] = [t("profile:saved.title"), t("profile:saved.text")]
  showToast({ tone: "success", title, text, subject: SAVING })
}

export function createProfileStore() {
  const $query = createQuery(PATH, z.nullable(ownProfile), { isForMembers: true })
  /** The profile in the form. It is undefined until it is loaded. */
  const $base = atom<Profile | null | undefined>()
  const pictures = createPictureStorage()
  let ownerId: string | null = null
  let isReloading = false
  let step: Step = "check"

  const form = createForm<ProfileValues, ProfileBody, Profile>(
    getProfileValues(null),
    {
      check(values) {
        step = "check"
        const base = $base.get() ?? null
        return checkChanges(values, base, base?.user_id ?? ownerId)
      },
      /** The picture is not visible before the profile and its privacy settings are saved. */
      async send(changes) {
        const { avatar_url } = form.$values.get()
        let payload = changes
        if (avatar_url.status === "chosen") {
          step = "picture"
          const result = await pictures.store(avatar_url.picture)
          if (!result.ok) return result
          payload = { ...changes, avatar_url: result.body }
        }
        step = "profile"
        return await call(PATH, {
          method: "PATCH",
          payload,
          read: ownProfile,
        })
      },
    },
    "profile",
  )

  const $changedFields = computed([$base, form.$values], (base, values) =>
    base === undefined ? [] : listChangedFieldNames(values, getProfileValues(base)),
  )
  const $isDirty = computed($changedFields, (fields) => fields.length > 0)

  const $profile = computed(
    [$query, $base, $isDirty, $session],
    ({ error }, base, isDirty, session): ProfileState => {
      // The session is also "signed-out" while the server cannot be reached, but its cookie exists.
      const hasEnded =
        session.status === "signed-out" && (session.isDeliberate || !isMaybeSignedIn())
      // After an expired session, the page keeps unsaved changes.
      if (hasEnded && (session.isDeliberate || !isDirty)) return SIGNED_OUT
      if (base !== undefined) return { status: "ready", profile: base, needsSignIn: hasEnded }
      if (!error || isReloading) return LOADING
      const failure = toFailure(error)
      if (failure.code === "sign_in_required") return SIGNED_OUT
      return { status: "failed", failure }
    },
  )

  /** Reloads the page, because a member must not see the previous member's profile. */
  function reloadPage(): void {
    isReloading = true
    $base.set(undefined)
    form.reset(getProfileValues(null))
    location.reload()
  }

  /** Reloads the page if it shows another member's profile. */
  function confirmOwner(member: string): boolean {
    if (!isReloading && ownerId !== null && ownerId !== member) reloadPage()
    ownerId ??= member
    return !isReloading
  }

  function fill(profile: Profile | null): void {
    if ($isDirty.get() || (profile && !confirmOwner(profile.user_id))) return
    form.reset(getProfileValues(profile))
    $base.set(profile)
  }

  /** Loads the profile and listens to the session. Returns a stop function. */
  function start(): () => void {
    const stops = [
      $query.subscribe(({ data, loading }) => {
        if (isReloading || loading || data === undefined) return
        if (data ? data !== $base.get() : !$base.get()) fill(data)
      }),
      $session.subscribe((session) => {
        if (session.status === "signed-in") confirmOwner(session.user.id)
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }

  async function save({ isSilent = false } = {}): Promise<void> {
    if (form.$uploadCount.get() > 0 && !(await form.waitForUploads())) return
    const sent = form.$values.get()
    const result = await form.submit()
    if (!result || isReloading) return
    if (!result.ok) {
      // Another member has logged in meanwhile.
      if (result.failure.code === "stale") reloadPage()
      else showFailure(result.failure, sent)
      return
    }
    // A running read could restore the old profile.
    await Promise.allSettled([$query.value?.promise])
    const typedMeanwhile = getChangedFields(form.$values.get(), sent)
    form.reset({ ...getProfileValues(result.body), ...typedMeanwhile })
    $base.set(result.body)
    $query.mutate(result.body)
    // The header shows the session's name and picture.
    void readSession()
    if (!isSilent) showSaved()
  }

  function showFailure(failure: Failure, sent: ProfileValues): void {
    if (step === "check" && failure.code === "invalid") return
    if (failure.code === "sign_in_required") void readSession()
    const title = getFailureTitle(step, failure, pageTranslate())
    showToast({ tone: "error", title, subject: SAVING })
    // The server deletes uploads that no profile has used for a day.
    if (failure.errors["avatar_url"]) pictures.forget()
    const { avatar_url } = form.$values.get()
    if (step === "picture" && REFUSALS.includes(failure.code) && avatar_url === sent.avatar_url) {
      form.change({ avatar_url: getProfileValues($base.get() ?? null).avatar_url })
    }
  }

  return { $profile, $changedFields, $isDirty, form, start, save, reload: $query.invalidate }
}

export type ProfileStore = ReturnType<typeof createProfileStore>

export const profileStore = createProfileStore()
