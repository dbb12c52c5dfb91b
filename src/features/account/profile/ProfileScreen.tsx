import { useStore } from "@nanostores/react"
import { computed } from "nanostores"
import { useEffect, useState } from "react"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { getLoginUrl } from "../../../session/login-address.ts"
import { onMemberLeft } from "../../../session/on-member-left.ts"
import { isMaybeSignedIn } from "../../../session/session.ts"
import { signOut } from "../../../session/sign-out.ts"
import { ConfirmDialog } from "../../../ui/dialog/ConfirmDialog.tsx"
import { Form } from "../../../ui/forms/Form.tsx"
import { isTypedTextKept } from "../../../ui/forms/kept-text.ts"
import { useForm } from "../../../ui/forms/use-form.ts"
import { Icon } from "../../../ui/icons.tsx"
import { LoadFailed } from "../../../ui/LoadState.tsx"
import { $toasts, showToast, showToastOnNextPage } from "../../../ui/toast/toasts.ts"
import type { ArtistNames } from "../../artists/suggest-artists.ts"
import { MusicRows } from "../../music/MusicRows.tsx"
import { HiddenNote } from "../../reports/HiddenNote.tsx"
import { $isConfirming, guardSignOut } from "../confirm-sign-out.ts"
import { mailSettingsForm } from "../email/mail-settings.ts"
import { FavoriteGroupsPart } from "../favorites/FavoriteGroupsFields.tsx"
import { groupsForm, saveGroups } from "../favorites/favorite-groups.ts"
import { PrivacyPart } from "./PrivacyPart.tsx"
import { AboutPart, DetailsPart } from "./ProfileFields.tsx"
import { openPartInHash } from "./parts.ts"
import { SaveBar, saveOnShortcut } from "./SaveBar.tsx"
import { getFailureReason, type ProfileState, profileStore, showSaved } from "./store.ts"
import { listUnsavedParts } from "./values.ts"

const { form, save, reload, start, $profile, $changedFields, $isDirty } = profileStore

const $hasUnsavedChanges = computed(
  [$isDirty, mailSettingsForm.$isDirty, groupsForm.$isDirty],
  (...dirtyFlags) => dirtyFlags.some(Boolean),
)

function openLoginPage(): void {
  const toast = $toasts.get().at(-1)
  if (toast) showToastOnNextPage(toast)
  location.replace(getLoginUrl())
}

/** Frees the memory of a preview picture when another picture replaces it. Returns a stop function. */
function revokeReplacedPreviews(): () => void {
  let shownPreview = ""
  return form.$values.listen(({ avatar_url }) => {
    const preview = avatar_url.status === "chosen" ? avatar_url.preview : ""
    if (shownPreview && shownPreview !== preview) URL.revokeObjectURL(shownPreview)
    shownPreview = preview
  })
}

function startProfile(): () => void {
  guardSignOut(() => $hasUnsavedChanges.get())
  const stops = [
    $profile.subscribe(({ status }) => {
      if (status === "signed-out") openLoginPage()
    }),
    start(),
    revokeReplacedPreviews(),
    // The avatar can be changed on every tab. A change opens the tab “about”, because only that tab has the save bar.
    $isDirty.listen((isDirty) => {
      if (isDirty && document.getElementById("about")?.hidden) location.hash = "about"
    }),
    onMemberLeft(() => isMaybeSignedIn() || openLoginPage()),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

interface ScreenProps {
  artists: ArtistNames[]
}

export function ProfileScreen({ artists }: ScreenProps) {
  const t = pageTranslate()
  const state = useStore($profile)
  useEffect(startProfile, [])
  const failure = state.status === "failed" ? state.failure : null
  useEffect(() => {
    if (!failure) return
    const t = pageTranslate()
    const text = getFailureReason(failure, t)
    showToast({ tone: "error", title: t("profile:errors.load"), text })
  }, [failure])

  if (state.status === "ready") return <ProfileForm state={state} artists={artists} />
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

/** Classes of a section that becomes a card next to the fields on wide screens. */
const PANEL_CLASSES =
  "border-t border-line min-[1000px]:rounded-card min-[1000px]:border min-[1000px]:bg-raise min-[1000px]:px-7"

/** Makes the browser warn about unsaved changes, unless the member has logged out or the changes survive a reload. */
function confirmUnload(event: BeforeUnloadEvent): void {
  if ($hasUnsavedChanges.get() && isMaybeSignedIn() && !isTypedTextKept()) event.preventDefault()
}

/** Saves the country and the favorite groups, and then the other fields. Shows one toast for both requests. */
async function saveAll(artists: ArtistNames[]): Promise<void> {
  const isProfileDirty = $isDirty.get()
  const areGroupsDirty = groupsForm.$isDirty.get()
  const areGroupsSaved = await saveGroups(artists)
  if (isProfileDirty) await save()
  else if (areGroupsDirty && areGroupsSaved) showSaved()
}

interface Props extends ScreenProps {
  state: Extract<ProfileState, { status: "ready" }>
}

function ProfileForm({ state: { profile, needsSignIn }, artists }: Props) {
  const t = pageTranslate()
  const { failure, isSending, isWaitingForUploads } = useForm(form)
  const groups = useForm(groupsForm.form)
  const changedFields = [...useStore(groupsForm.$changedFields), ...useStore($changedFields)]
  const hasUnsavedChanges = useStore($hasUnsavedChanges)
  const [isSaving, setIsSaving] = useState(false)

  async function submit() {
    setIsSaving(true)
    await saveAll(artists)
    setIsSaving(false)
  }

  useEffect(() => {
    if (hasUnsavedChanges) addEventListener("beforeunload", confirmUnload)
    return () => removeEventListener("beforeunload", confirmUnload)
  }, [hasUnsavedChanges])

  useEffect(() => openPartInHash("bio"), [])

  return (
    <>
      <Form
        className="profile-form"
        // The first invalid field gets the focus only after both forms were sent.
        failure={isSaving ? null : (failure ?? groups.failure)}
        onSubmit={submit}
        onKeyDown={saveOnShortcut}
      >
        <div className="grid gap-x-[clamp(40px,6vw,88px)] gap-y-11 min-[1000px]:grid-cols-[minmax(0,1fr)_360px]">
          <div className="grid content-start gap-8">
            {profile?.is_hidden && <HiddenNote kind="ownProfile" />}
            <AboutPart form={form} />
            <FavoriteGroupsPart artists={artists} />
            <DetailsPart form={form} />
          </div>
          <div className="flex flex-col min-[1000px]:gap-5">
            <MusicRows className={PANEL_CLASSES} />
            <PrivacyPart
              form={form}
              className={`${PANEL_CLASSES} min-[1000px]:sticky min-[1000px]:top-22 min-[1000px]:pt-7 min-[1000px]:pb-5`}
            />
          </div>
        </div>
        <SaveBar
          savedText={profile ? "profile:form.allSaved" : "profile:form.new"}
          label="profile:form.save"
          isDirty={changedFields.length > 0}
          parts={listUnsavedParts(changedFields).map((part) => t(part))}
          isSending={isSending || groups.isSending}
          isWaitingForUploads={isWaitingForUploads}
        >
          {needsSignIn && <SignInNotice />}
        </SaveBar>
      </Form>
      <SignOutDialog />
    </>
  )
}

function SignInNotice() {
  const t = pageTranslate()
  return (
    <div
      className="flex basis-full flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-small border border-danger px-4.5 py-3.5 text-md"
      role="alert"
    >
      <p className="flex-[1_1_260px]">{t("profile:signIn.text")}</p>
      {/* The link opens a new tab, because leaving this page would lose the typed text. */}
      <a className="btn btn-ghost btn-small" href={getLoginUrl()} target="_blank" rel="noopener">
        {t("profile:signIn.link")}
        <Icon name="out" size={18} />
      </a>
    </div>
  )
}

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
