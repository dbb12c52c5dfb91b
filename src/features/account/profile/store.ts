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
/** Toasts about saving share this subject, so that a newer toast replaces the previous one. */
const SAVE_TOAST_SUBJECT = "profile"
const UPLOAD_TIMEOUT_MS = 90_000

const uploadResponse = z.object({ avatar_url: z.string() })

/** Remembers the last upload, so that a repeated save does not send the same picture again. */
function createPictureUploader() {
  let lastUpload: { picture: Blob; result: CallResult<string> } | null = null
  return {
    async upload(picture: Blob): Promise<CallResult<string>> {
      if (lastUpload?.picture === picture) return lastUpload.result
      const result = await call(`${PATH}/avatar`, {
        method: "PUT",
        payload: picture,
        timeout: UPLOAD_TIMEOUT_MS,
        read: (json) => uploadResponse.parse(json).avatar_url,
      })
      if (result.ok) lastUpload = { picture, result }
      return result
    },
    forget(): void {
      lastUpload = null
    },
  }
}

/** Failures that every upload of the same picture would cause. After such a failure, the form drops the picture. */
const PICTURE_REFUSALS: readonly FailureCode[] = [
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

// These objects are constants, because each new object would notify the listeners of the store.
const LOADING = { status: "loading" } as const
const SIGNED_OUT = { status: "signed-out" } as const

type SaveStep = "check" | "picture" | "profile"

/** Returns whether the cause of the error is unknown. Errors of the server have a request id. */
const isUnknown = ({ code, requestId }: Failure) => code === "internal" && !requestId

export const getFailureReason = (failure: Failure, t: Translate): string =>
  t(isUnknown(failure) ? "profile:errors.unknown" : getFailureKey(failure.code))

export function getFailureTitle(step: SaveStep, failure: Failure, t: Translate): string {
  const reason = getFailureReason(failure, t)
  if (step === "picture") return t("profile:errors.upload", { reason })
  return failure.code === "unreachable" || isUnknown(failure)
    ? t("profile:errors.update", { reason })
    : t("profile:errors.save", { message: reason })
}

export function showSaved(): void {
  const t = pageTranslate()
  const [title, text] = [t("profile:saved.title"), t("profile:saved.text")]
  showToast({ tone: "success", title, text, subject: SAVE_TOAST_SUBJECT })
}

export function createProfileStore() {
  const $query = createQuery(PATH, z.nullable(ownProfile), { requiresLogin: true })
  /** The saved profile. Undefined until the profile is loaded, null if the member has no profile yet. */
  const $saved = atom<Profile | null | undefined>()
  const uploader = createPictureUploader()
  /** The member whose profile the page shows. */
  let ownerId: string | null = null
  let isReloading = false
  /** Step that the last save has reached. It selects the text of a failure. */
  let step: SaveStep = "check"

  const form = createForm<ProfileValues, ProfileBody, Profile>(
    getProfileValues(null),
    {
      check(values) {
        step = "check"
        const saved = $saved.get() ?? null
        return checkChanges(values, saved, saved?.user_id ?? ownerId)
      },
      /**
       * Uploads a chosen picture before the profile is saved. The profile gets the picture and the privacy settings
       * in the same request, so that the picture is never shown with the old settings.
       */
      async send(changes) {
        const { avatar_url } = form.$values.get()
        let payload = changes
        if (avatar_url.status === "chosen") {
          step = "picture"
          const result = await uploader.upload(avatar_url.picture)
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

  const $changedFields = computed([$saved, form.$values], (saved, values) =>
    saved === undefined ? [] : listChangedFieldNames(values, getProfileValues(saved)),
  )
  const $isDirty = computed($changedFields, (fields) => fields.length > 0)

  const $profile = computed(
    [$query, $saved, $isDirty, $session],
    ({ error }, saved, isDirty, session): ProfileState => {
      // The session is "signed-out" even if the server cannot be reached. In that case, the cookie that marks
      // a signed-in browser still exists.
      const hasEnded =
        session.status === "signed-out" && (session.isDeliberate || !isMaybeSignedIn())
      // If the session has expired, the page stays open as long as it has unsaved changes.
      if (hasEnded && (session.isDeliberate || !isDirty)) return SIGNED_OUT
      if (saved !== undefined) return { status: "ready", profile: saved, needsSignIn: hasEnded }
      if (!error || isReloading) return LOADING
      const failure = toFailure(error)
      if (failure.code === "sign_in_required") return SIGNED_OUT
      return { status: "failed", failure }
    },
  )

  /** Reloads the page, because a member must not see the previous member's profile. */
  function reloadPage(): void {
    isReloading = true
    $saved.set(undefined)
    form.reset(getProfileValues(null))
    location.reload()
  }

  /** Makes the first member the owner of the page. For another member, reloads the page and returns false. */
  function confirmOwner(memberId: string): boolean {
    if (!isReloading && ownerId !== null && ownerId !== memberId) reloadPage()
    ownerId ??= memberId
    return !isReloading
  }

  function fillForm(profile: Profile | null): void {
    if ($isDirty.get() || (profile && !confirmOwner(profile.user_id))) return
    form.reset(getProfileValues(profile))
    $saved.set(profile)
  }

  function start(): () => void {
    const stops = [
      $query.subscribe(({ data, loading }) => {
        if (isReloading || loading || data === undefined) return
        const saved = $saved.get()
        // A late response without a profile must not replace a profile that was saved for the first time meanwhile.
        const isNew = data === null ? !saved : data !== saved
        if (isNew) fillForm(data)
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
    const sentValues = form.$values.get()
    const result = await form.submit()
    if (!result || isReloading) return
    if (!result.ok) {
      // `stale`: another member has logged in since the form was loaded.
      if (result.failure.code === "stale") reloadPage()
      else showFailure(result.failure, sentValues)
      return
    }
    // Waits until a running request for the profile has ended, because it could restore the old values.
    await Promise.allSettled([$query.value?.promise])
    const changesSinceSending = getChangedFields(form.$values.get(), sentValues)
    form.reset({ ...getProfileValues(result.body), ...changesSinceSending })
    $saved.set(result.body)
    $query.mutate(result.body)
    // The header of the site shows the name and picture of the session, so the session is read again.
    void readSession()
    if (!isSilent) showSaved()
  }

  function showFailure(failure: Failure, sentValues: ProfileValues): void {
    // Errors that the form's own check found are shown at their fields, without a toast.
    if (step === "check" && failure.code === "invalid") return
    if (failure.code === "sign_in_required") void readSession()
    const title = getFailureTitle(step, failure, pageTranslate())
    showToast({ tone: "error", title, subject: SAVE_TOAST_SUBJECT })
    // The server has deleted the upload, which was unused for a day. The next save uploads the picture again.
    if (failure.errors["avatar_url"]) uploader.forget()
    const { avatar_url } = form.$values.get()
    const isPictureRefused = step === "picture" && PICTURE_REFUSALS.includes(failure.code)
    if (isPictureRefused && avatar_url === sentValues.avatar_url) {
      form.change({ avatar_url: getProfileValues($saved.get() ?? null).avatar_url })
    }
  }

  return { $profile, $changedFields, $isDirty, form, start, save, reload: $query.invalidate }
}

export type ProfileStore = ReturnType<typeof createProfileStore>

export const profileStore = createProfileStore()
