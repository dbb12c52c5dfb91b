import { useEffect } from "react"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { localePath } from "../../../i18n/paths.ts"
import { onMemberLeft } from "../../../session/on-member-left.ts"
import { call, type Failure } from "../../../shared/call.ts"
import { FormDialog } from "../../../ui/dialog/FormDialog.tsx"
import { focusIdIfLost } from "../../../ui/dialog/focus-if-lost.ts"
import { TextField } from "../../../ui/forms/fields.tsx"
import { createForm } from "../../../ui/forms/form.ts"
import { checkWithSchema } from "../../../ui/forms/submission.ts"
import { useForm } from "../../../ui/forms/use-form.ts"
import { showOutcome } from "../../../ui/toast/show-outcome.ts"
import { FormNotice } from "../../account/FormNotice.tsx"
import { joinBody } from "../forms.ts"
import { refreshTeam, setMembership } from "../page/team-page.ts"
import { MAX_MESSAGE_LENGTH, sentRequest, type TeamForViewer } from "../schema.ts"

const NO_MESSAGE = { message: "" }

let slug = ""

// The form exists outside the dialog, so that a closed dialog keeps its message.
const form = createForm(
  NO_MESSAGE,
  {
    check: (values: { message: string }) => checkWithSchema(joinBody, values),
    send: (payload) =>
      call(`/api/teams/${slug}/join-requests`, {
        method: "POST",
        payload,
        read: sentRequest,
      }),
  },
  "join",
)

onMemberLeft(() => form.reset(NO_MESSAGE))

/** Returns whether the team's page itself explains the failure, in place of the join button. */
const isExplainedOnPage = ({ code }: Failure) =>
  code === "already_member" || code === "already_requested" || code === "request_declined"

interface Props {
  team: TeamForViewer
  onClose: () => void
}

export function JoinDialog({ team, onClose }: Props) {
  const t = pageTranslate()
  const { field, failure, isSending } = useForm(form)
  useEffect(() => onMemberLeft(onClose), [onClose])
  // A failure of the last attempt is newer than `team.has_profile`.
  const isProfileIncomplete = failure ? failure.code === "profile_incomplete" : !team.has_profile

  async function submit() {
    slug = team.slug
    const result = await form.submit()
    if (!result) return
    const code = result.ok ? null : result.failure.code
    // The dialog itself shows these failures.
    if (code === "invalid" || code === "profile_incomplete") return
    const text = t(
      result.ok && result.body.is_emailed ? "teams:join.sent.text" : "teams:join.sent.textHere",
    )
    showOutcome(result, { title: t("teams:join.sent.title"), text }, "teams:join.failed")
    if (result.ok) {
      form.reset(NO_MESSAGE)
      setMembership(team, { request: { id: result.body.id, status: "pending" } })
    }
    if (result.ok || isExplainedOnPage(result.failure)) {
      if (!result.ok) refreshTeam(slug)
      onClose()
      focusIdIfLost("team-actions")
    }
  }

  return (
    <FormDialog
      title={t("teams:join.title", { team: team.name })}
      className="w-150"
      cancel={t("teams:join.cancel")}
      submit={t(isSending ? "teams:join.sending" : "teams:join.submit")}
      isSending={isSending}
      failure={failure}
      notice={
        isProfileIncomplete ? (
          <p className="error" role="alert">
            {t("teams:join.profileIncomplete")}{" "}
            {/* The profile opens in a new tab, because leaving this page would lose the message. */}
            <a
              className="underline underline-offset-4"
              href={localePath("/profile", pageLocale())}
              target="_blank"
              rel="noopener"
            >
              {t("teams:join.profileLink")}
              <span className="sr-only"> {t("teams:page.newTab")}</span>
            </a>
          </p>
        ) : (
          <FormNotice failure={failure} loginLinkKey="teams:posts.form.signIn" />
        )
      }
      onSubmit={submit}
      onCancel={onClose}
    >
      <TextField
        {...field("message")}
        label={t("teams:join.message")}
        hint={t("teams:join.messageHint")}
        max={MAX_MESSAGE_LENGTH}
        lines={4}
      />
    </FormDialog>
  )
}
