/** The profile's form, or what stands in its place. */
import { useStore } from "@nanostores/react"
import { computed } from "nanostores"
import { useEffect, useState } from "react"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { loginAddress } from "../../../session/login-address.ts"
import { onLeft } from "../../../session/on-left.ts"
import { isMaybeSignedIn } from "../../../session/session.ts"
import { signOut } from "../../../session/sign-out.ts"
import { AnyIcon } from "../../../ui/AnyIcon.tsx"
import { ConfirmDialog } from "../../../ui/dialog/ConfirmDialog.tsx"
import { Form } from "../../../ui/forms/Form.tsx"
import { isTypedKept } from "../../../ui/forms/kept-text.ts"
import { useForm } from "../../../ui/forms/use-form.ts"
import { LoadFailed } from "../../../ui/LoadState.tsx"
import { $toasts, showToast, showToastOnNextPage } from "../../../ui/toast/toasts.ts"
import { HiddenNote } from "../../reports/HiddenNote.tsx"
import { $isConfirming, guardSignOut } from "../confirm-sign-out.ts"
import { $isMailDirty } from "../email/mail-settings.ts"
import { AboutPart, DetailsPart, EventsPart, MusicPart } from "./ProfileFields.tsx"
import { SaveBar } from "./SaveBar.tsx"
import { failureReason, type ProfileState, profileStore } from "./store.ts"

const { form, save, reload, start, $profile, $isDirty } = profileStore

/** Whether something of the page is unsaved, on whichever tab. */
const $mayLose = computed(
  [$isDirty, $isMailDirty],
  (isDirty, isMailDirty) => isDirty || isMailDirty,
)

/** To the sign-in page; the last toast ("Signed out") is shown there again. */
function leave(): void {
  const toast = $toasts.get().at(-1)
  if (toast) showToastOnNextPage(toast)
  location.replace(loginAddress())
}

/** A preview that is not shown any more keeps its picture in memory. */
function forgetPreviews(): () => void {
  let shown = ""
  return form.$values.listen(({ avatar_url }) => {
    const preview = avatar_url.status === "chosen" ? avatar_url.preview : ""
    if (shown && shown !== preview) URL.revokeObjectURL(shown)
    shown = preview
  })
}

function startProfile(): () => void {
  guardSignOut(() => $mayLose.get())
  const stops = [
    $profile.subscribe(({ status }) => {
      if (status === "signed-out") leave()
      // What else is on the page comes after it: not before somebody is known to be here.
      for (const part of document.querySelectorAll<HTMLElement>("[data-profile-rest]")) {
        part.hidden = status === "loading" || status === "signed-out"
      }
    }),
    start(),
    forgetPreviews(),
    // Out of the back-forward cache, without anybody here any more.
    onLeft(() => isMaybeSignedIn() || leave()),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

export function ProfileScreen() {
  const t = pageTranslate()
  const state = useStore($profile)
  useEffect(startProfile, [])
  const failure = state.status === "failed" ? state.failure : null
  useEffect(() => {
    if (!failure) return
    const t = pageTranslate()
    const text = failureReason(failure, t)
    showToast({ tone: "error", title: t("profile:errors.load"), text })
  }, [failure])

  if (state.status === "ready") return <ProfileForm state={state} />
  if (failure) {
    return (
      <div className="[&_h2]:text-xl">
        <LoadFailed title="profile:errors.load" failure={failure} heading="h2" onRetry={reload} />
      </div>
    )
  }
  return (
    <p className="profile-loading" role="status">
      {t("profile:page.loading")}
    </p>
  )
}

/** Asks before unsaved changes are left behind; not who has signed out or deleted the account. */
function holdChanges(event: BeforeUnloadEvent): void {
  if ($mayLose.get() && isMaybeSignedIn() && !isTypedKept()) event.preventDefault()
}

interface Props {
  state: Extract<ProfileState, { status: "ready" }>
}

function ProfileForm({ state: { profile, needsSignIn } }: Props) {
  const { failure, isSending, isQueued } = useForm(form)
  const isDirty = useStore($isDirty)
  const mayLose = useStore($mayLose)

  useEffect(() => {
    if (mayLose) addEventListener("beforeunload", holdChanges)
    return () => removeEventListener("beforeunload", holdChanges)
  }, [mayLose])

  return (
    <>
      <Form className="profile-form" failure={failure} onSubmit={save}>
        {profile?.is_hidden && <HiddenNote kind="profile" />}
        <AboutPart form={form} memberId={profile?.user_id ?? null} />
        <DetailsPart form={form} />
        <MusicPart form={form} />
        <EventsPart form={form} />
        <SaveBar
          saved={profile ? "profile:form.allSaved" : "profile:form.new"}
          label="profile:form.save"
          isDirty={isDirty}
          isSending={isSending}
          isQueued={isQueued}
        >
          {needsSignIn && <SignInNotice />}
        </SaveBar>
      </Form>
      <SignOutDialog />
    </>
  )
}

/** The session has ended; what was typed is still here. */
function SignInNotice() {
  const t = pageTranslate()
  return (
    <div
      className="flex basis-full flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-small border border-danger px-4.5 py-3.5 text-md"
      role="alert"
    >
      <p className="flex-[1_1_260px]">{t("profile:signIn.text")}</p>
      {/* In a tab of its own: leaving this one would lose what was typed. */}
      <a className="btn btn-ghost btn-small" href={loginAddress()} target="_blank" rel="noopener">
        {t("profile:signIn.link")}
        <AnyIcon name="out" size={18} />
      </a>
    </div>
  )
}

/** Asks who signs out while something is not saved. */
function SignOutDialog() {
  const t = pageTranslate()
  const [isBusy, setIsBusy] = useState(false)
  if (!useStore($isConfirming)) return null

  async function confirm() {
    setIsBusy(true)
    await signOut()
    setIsBusy(false)
    $isConfirming.set(false)
  }

  return (
    <ConfirmDialog
      title={t("profile:signOut.title")}
      text={t("profile:signOut.text")}
      confirm={t(isBusy ? "profile:signOut.sending" : "profile:signOut.confirm")}
      cancel={t("profile:signOut.cancel")}
      isBusy={isBusy}
      onConfirm={() => void confirm()}
      onCancel={() => $isConfirming.set(false)}
    />
  )
}
