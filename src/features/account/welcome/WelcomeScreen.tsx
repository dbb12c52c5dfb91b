/** The steps after a sign-up: name, favorite groups, teams and events nearby. The URL's hash selects the step. */
import { useStore } from "@nanostores/react"
import { type ReactNode, useEffect, useRef, useState } from "react"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { localePath } from "../../../i18n/paths.ts"
import { getLoginUrl } from "../../../session/login-address.ts"
import { onMemberLeft } from "../../../session/on-member-left.ts"
import { Button } from "../../../ui/Button.tsx"
import { Form } from "../../../ui/forms/Form.tsx"
import { TextField } from "../../../ui/forms/fields.tsx"
import { useForm } from "../../../ui/forms/use-form.ts"
import { LoadFailed, LoadingRows } from "../../../ui/LoadState.tsx"
import type { ArtistNames } from "../../artists/suggest-artists.ts"
import { FavoriteGroupsFields } from "../favorites/FavoriteGroupsFields.tsx"
import { groupsForm, saveGroups } from "../favorites/favorite-groups.ts"
import { $account, $accountState } from "../own-account.ts"
import { AvatarField } from "../profile/AvatarField.tsx"
import { DISPLAY_NAME_MAX } from "../profile/schema.ts"
import { profileStore } from "../profile/store.ts"

const STEPS = ["you", "groups", "near"] as const
type Step = (typeof STEPS)[number]

const parseStep = (hash: string): Step => STEPS.find((step) => `#${step}` === hash) ?? "you"

interface Props {
  artists: ArtistNames[]
}

export function WelcomeScreen({ artists }: Props) {
  const t = pageTranslate()
  const [step, setStep] = useState(() => parseStep(location.hash))
  const heading = useRef<HTMLHeadingElement>(null)
  const shownStep = useRef(step)

  useEffect(() => {
    const updateStep = () => setStep(parseStep(location.hash))
    addEventListener("hashchange", updateStep)
    return () => removeEventListener("hashchange", updateStep)
  }, [])
  // After a log-out, the reloaded page redirects to the login page.
  useEffect(() => onMemberLeft(() => location.reload()), [])
  useEffect(() => {
    if (shownStep.current !== step) heading.current?.focus()
    shownStep.current = step
  }, [step])

  const nextStep = STEPS[STEPS.indexOf(step) + 1]
  const showNextStep = () => {
    if (nextStep) location.hash = nextStep
  }
  return (
    <>
      <header className="page-head">
        <p className="text-md font-medium text-soft">
          {t("account:welcome.progress", { step: STEPS.indexOf(step) + 1, count: STEPS.length })}
        </p>
        <h1 ref={heading} className="outline-none" tabIndex={-1}>
          {t(`account:welcome.${step}.title`)}
        </h1>
        <p>{t(`account:welcome.${step}.lead`)}</p>
      </header>
      {step === "you" && <NameStep onDone={showNextStep} />}
      {step === "groups" && <GroupsStep artists={artists} onDone={showNextStep} />}
      {step === "near" && <NearStep />}
    </>
  )
}

interface StepProps {
  onDone: () => void
}

interface ButtonsProps extends StepProps {
  isSending: boolean
}

function SaveAndSkipButtons({ isSending, onDone }: ButtonsProps) {
  const t = pageTranslate()
  return (
    <div className="flex flex-wrap gap-3.5">
      <Button type="submit" isBusy={isSending}>
        {t(isSending ? "profile:form.saving" : "account:welcome.save")}
      </Button>
      <Button className="btn-ghost" onClick={onDone}>
        {t("account:welcome.skip")}
      </Button>
    </div>
  )
}

const FORM_CLASS = "grid max-w-150 gap-7.5"

function NameStep({ onDone }: StepProps) {
  const t = pageTranslate()
  const state = useStore(profileStore.$profile)
  const { field, failure, isSending } = useForm(profileStore.form)
  useEffect(() => profileStore.start(), [])
  useEffect(() => {
    if (state.status === "signed-out") location.replace(getLoginUrl())
  }, [state.status])

  if (state.status === "failed") {
    return (
      <LoadFailed
        title="profile:errors.load"
        failure={state.failure}
        heading="h2"
        onRetry={profileStore.reload}
      />
    )
  }
  if (state.status !== "ready") return <LoadingRows label="profile:page.loading" />

  async function save() {
    if (profileStore.$isDirty.get()) await profileStore.save({ isSilent: true })
    if (!profileStore.$isDirty.get()) onDone()
  }

  return (
    <Form className={FORM_CLASS} failure={failure} onSubmit={save}>
      <TextField
        {...field("display_name")}
        label={t("profile:form.displayName")}
        hint={t("profile:form.displayNameHint")}
        max={DISPLAY_NAME_MAX}
        autoComplete="nickname"
      />
      <AvatarField {...field("avatar_url")} form={profileStore.form} />
      <SaveAndSkipButtons isSending={isSending} onDone={onDone} />
    </Form>
  )
}

function GroupsStep({ artists, onDone }: StepProps & Props) {
  const state = useStore($accountState)
  const { failure, isSending } = useForm(groupsForm.form)
  useEffect(groupsForm.start, [])

  if (state.status === "failed") {
    return (
      <LoadFailed
        title="security:failed"
        failure={state.failure}
        heading="h2"
        onRetry={$account.invalidate}
      />
    )
  }
  if (state.status !== "ready") return <LoadingRows label="profile:page.loading" />

  async function save() {
    if (await saveGroups(artists)) onDone()
  }

  return (
    <Form className={FORM_CLASS} failure={failure} onSubmit={save}>
      <FavoriteGroupsFields artists={artists} />
      <SaveAndSkipButtons isSending={isSending} onDone={onDone} />
    </Form>
  )
}

/**
 * Unhides the part of the page for the member's country, or for all countries. The build has rendered one part
 * for each country (NearYou.tsx).
 */
function NearStep(): ReactNode {
  const t = pageTranslate()
  const { data: account } = useStore($account)
  const country = account?.country ?? "other"
  useEffect(() => {
    const parts = document.querySelectorAll<HTMLElement>("[data-near]")
    for (const part of parts) {
      part.hidden = part.dataset.near !== (country === "other" ? "all" : country)
    }
    return () => {
      for (const part of parts) part.hidden = true
    }
  }, [country])
  return (
    <p>
      <a className="btn" href={localePath("/", pageLocale())}>
        {t("account:welcome.done")}
      </a>
    </p>
  )
}
