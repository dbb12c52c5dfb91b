import { useStore } from "@nanostores/react"
import { useEffect } from "react"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { localePath } from "../../../i18n/paths.ts"
import { onMemberLeft } from "../../../session/on-member-left.ts"
import { call } from "../../../shared/call.ts"
import { FormDialog } from "../../../ui/dialog/FormDialog.tsx"
import { getFailureMessage } from "../../../ui/forms/failure-message.ts"
import { TextField } from "../../../ui/forms/fields.tsx"
import { createForm } from "../../../ui/forms/form.ts"
import { checkWithSchema } from "../../../ui/forms/submission.ts"
import { useForm } from "../../../ui/forms/use-form.ts"
import { showToast, showToastOnNextPage } from "../../../ui/toast/toasts.ts"
import { ConfirmEmail } from "../../account/email/ConfirmEmail.tsx"
import { PublishNotice } from "../../account/email/PublishNotice.tsx"
import { DISPLAY_NAME_MAX } from "../../account/profile/schema.ts"
import { getDescriptionField, TeamFields } from "../form-parts.tsx"
import { createTeamBody } from "../forms.ts"
import { type NewTeamValues, teamCard } from "../schema.ts"
import { teamPath } from "../team.ts"
import { $ownTeams } from "./own-teams.ts"

type CreationValues = NewTeamValues & { display_name: string }

const EMPTY_VALUES: CreationValues = {
  display_name: "",
  name: "",
  slug: "",
  description: "",
  // Most members write in the language of the page.
  language: pageLocale(),
  location: null,
  country: null,
}

/** Whether the dialog shows the field for the display name, because the member has no profile. */
let isDisplayNameRequired = false

// The form exists outside the dialog, so that a closed dialog keeps its values.
const form = createForm(
  EMPTY_VALUES,
  {
    check: ({ display_name, ...team }: CreationValues) =>
      checkWithSchema(createTeamBody, isDisplayNameRequired ? { ...team, display_name } : team),
    send: (payload) => call("/api/teams", { method: "POST", payload, read: teamCard }),
  },
  "new team",
)
onMemberLeft(() => {
  form.reset(EMPTY_VALUES)
  isDisplayNameRequired = false
})

interface Props {
  onClose: () => void
}

export function CreateDialog({ onClose }: Props) {
  const t = pageTranslate()
  const { field, failure, isSending } = useForm(form)
  const { data } = useStore($ownTeams)
  // If the teams cannot be loaded, the API's error shows that the display name is missing.
  const isDisplayNameShown =
    data?.has_profile === false ||
    isDisplayNameRequired ||
    failure?.errors["display_name"] !== undefined
  useEffect(() => {
    isDisplayNameRequired = isDisplayNameShown
  }, [isDisplayNameShown])
  useEffect(() => onMemberLeft(onClose), [onClose])

  async function submit() {
    const result = await form.submit()
    if (!result) return
    if (!result.ok) {
      const { code } = result.failure
      // The fields or the notice about the email address show these failures.
      if (code === "invalid" || code === "email_unconfirmed") return
      const title = t("teams:create.failed", { message: getFailureMessage(result.failure, t) })
      showToast({ tone: "error", title, subject: "teams:create.failed" })
      return
    }
    showToastOnNextPage({
      tone: "success",
      title: t("teams:create.done.title"),
      text: t("teams:create.done.text"),
    })
    // The form is emptied, because the browser may restore this page from the back-forward cache.
    form.reset(EMPTY_VALUES)
    onClose()
    location.assign(localePath(teamPath(result.body.slug), pageLocale()))
  }

  return (
    <FormDialog
      title={t("teams:create.title")}
      className="w-150"
      cancel={t("teams:create.cancel")}
      submit={t(isSending ? "teams:create.sending" : "teams:create.submit")}
      isSending={isSending}
      failure={failure}
      notice={
        <PublishNotice
          failure={failure}
          text="account:unconfirmed.team"
          loginLinkKey="teams:posts.form.signIn"
        />
      }
      onSubmit={submit}
      onCancel={onClose}
    >
      {failure?.code !== "email_unconfirmed" && <ConfirmEmail text="account:unconfirmed.team" />}
      <TeamFields form={form} savedSlug={null} onChange={form.change}>
        <TextField {...field("description")} {...getDescriptionField(t)} />
      </TeamFields>
      {isDisplayNameShown && (
        <TextField
          {...field("display_name")}
          label={t("teams:create.ownName")}
          hint={t("teams:create.ownNameHint")}
          max={DISPLAY_NAME_MAX}
          isRequired
        />
      )}
    </FormDialog>
  )
}
