import { useStore } from "@nanostores/react"
import { useEffect, useId, useRef, useState } from "react"
import type { MessageKey } from "../../../i18n/keys.ts"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { localePath } from "../../../i18n/paths.ts"
import { createLoadable } from "../../../islands/query.ts"
import { leaveSession } from "../../../session/sign-out.ts"
import { call } from "../../../shared/call.ts"
import { Button } from "../../../ui/Button.tsx"
import { Modal } from "../../../ui/dialog/Modal.tsx"
import { Form } from "../../../ui/forms/Form.tsx"
import { ChoiceField, HiddenUsername, PasswordField } from "../../../ui/forms/fields.tsx"
import { createForm } from "../../../ui/forms/form.ts"
import { checkWithSchema } from "../../../ui/forms/submission.ts"
import { useForm } from "../../../ui/forms/use-form.ts"
import { showToastOnNextPage } from "../../../ui/toast/toasts.ts"
import { FormNotice } from "../FormNotice.tsx"
import { Loaded } from "../Loaded.tsx"
import { type Account, createOwnQuery } from "../own-account.ts"
import { listProofWays } from "../proof/ways.ts"
import { deleteAccountBody } from "../schema.ts"
import { type OwnTeam, ownTeams } from "./schema.ts"

function leaveDeletedAccount(): void {
  const t = pageTranslate()
  // Must be called first: it makes the profile screen store a toast, which showToastOnNextPage() then replaces.
  leaveSession()
  showToastOnNextPage({
    tone: "success",
    title: t("security:deletion.delete.done"),
    text: t("security:deletion.delete.doneText"),
  })
  location.replace(localePath("/", pageLocale()))
}

/** Initial value: the member has chosen no new owner for any team. */
const NO_NEW_OWNERS: Record<string, string> = {}

const $teams = createOwnQuery("/api/account/teams", ownTeams)
const $teamsState = createLoadable($teams)

const createDeletionForm = (account: Account) =>
  createForm(
    { password: "", new_owners: NO_NEW_OWNERS },
    {
      check: ({ password, new_owners }) =>
        checkWithSchema(
          deleteAccountBody,
          account.has_password ? { password, new_owners } : { new_owners },
        ),
      send: (payload) => call("/api/account", { method: "DELETE", payload }),
    },
  )

const DELETED_PARTS = [
  "security:deletion.delete.goesProfile",
  "security:deletion.delete.goesMusic",
  "security:deletion.delete.goesRequests",
  "security:deletion.delete.goesEvents",
  "security:deletion.delete.goesSessions",
  "security:deletion.delete.goesConsents",
] as const satisfies MessageKey[]

const KEPT_PARTS = [
  "security:deletion.delete.staysPosts",
  "security:deletion.delete.staysIdeas",
  "security:deletion.delete.staysArticles",
] as const satisfies MessageKey[]

function ListPart({ title, items }: { title: MessageKey; items: readonly MessageKey[] }) {
  const t = pageTranslate()
  return (
    <>
      <h3 className="mt-5 text-md">{t(title)}</h3>
      <ul className="mt-1.5 list-disc *:not-first:mt-0.5 pl-[1.2em] text-md text-soft">
        {items.map((item) => (
          <li key={item}>{t(item)}</li>
        ))}
      </ul>
    </>
  )
}

interface TeamsProps {
  teams: OwnTeam[]
  newOwners: Record<string, string>
  onChoose: (newOwners: Record<string, string>) => void
}

function TeamsPart({ teams, newOwners, onChoose }: TeamsProps) {
  const t = pageTranslate()
  const id = useId()
  if (teams.length === 0) return null
  return (
    <div className="grid gap-4">
      <h3 className="text-md">{t("security:deletion.teams.title")}</h3>
      {teams.map((team) =>
        team.candidates.length > 0 ? (
          <ChoiceField
            key={team.id}
            id={`${id}${team.id}`}
            error={undefined}
            label={t("security:deletion.teams.heir", { team: team.name })}
            hint={t("security:deletion.teams.heirHint")}
            value={newOwners[team.id] ?? team.candidates[0]?.user_id ?? ""}
            options={team.candidates.map(({ user_id, display_name }) => ({
              value: user_id,
              label: display_name ?? t("security:deletion.teams.nameless"),
            }))}
            onChange={(newOwner) => onChoose({ ...newOwners, [team.id]: newOwner })}
          />
        ) : (
          <p key={team.id} className="text-md">
            {t("security:deletion.teams.alone", { team: team.name })}
          </p>
        ),
      )}
    </div>
  )
}

interface Props {
  account: Account
  onCancel: () => void
}

export function DeletionDialog({ account, onCancel }: Props) {
  const { email, has_password } = account
  const t = pageTranslate()
  const titleId = useId()
  const [form] = useState(() => createDeletionForm(account))
  const { field, failure, isSending } = useForm(form)
  const actions = useRef<HTMLDivElement>(null)
  const areTeamsShown = useStore($teamsState).status === "ready"

  // On phones, the error message moves the buttons out of view, so the dialog scrolls to the buttons.
  useEffect(() => {
    if (failure) actions.current?.scrollIntoView({ block: "end" })
  }, [failure])

  async function submit() {
    const result = await form.submit()
    if (result?.ok) leaveDeletedAccount()
  }

  // While the request is sent, Escape does not close the dialog.
  const handleCancel = () => form.$submission.get().status === "open" && onCancel()

  return (
    <Modal
      labelledBy={titleId}
      className="w-[min(560px,100%-32px)]"
      isDialogFocused
      onCancel={handleCancel}
    >
      <h2 id={titleId}>{t("security:deletion.delete.heading")}</h2>
      <p className="mt-2.5 wrap-anywhere">{t("security:deletion.delete.account", { email })}</p>
      <ListPart title="security:deletion.delete.goes" items={DELETED_PARTS} />
      <ListPart title="security:deletion.delete.stays" items={KEPT_PARTS} />
      <p className="mt-5 font-semibold">{t("security:deletion.delete.final")}</p>
      <Form className="mt-4 grid gap-4" failure={failure} onSubmit={submit}>
        <HiddenUsername email={email} />
        <Loaded $state={$teamsState} texts="security:deletion.teams." onRetry={$teams.invalidate}>
          {({ teams }) => (
            <TeamsPart
              teams={teams}
              newOwners={field("new_owners").value}
              onChoose={field("new_owners").onChange}
            />
          )}
        </Loaded>
        {has_password && (
          <PasswordField
            {...field("password")}
            name="password"
            label={t("security:deletion.delete.password")}
            autoComplete="current-password"
          />
        )}
        {/* A member who has no password, passkey or second factor confirms the identity with Google. */}
        {listProofWays(account).length === 0 && (
          <p className="hint">{t("security:deletion.delete.google")}</p>
        )}
        <FormNotice failure={failure} />
        <div ref={actions} className="mt-1.5 flex flex-wrap justify-end gap-2.5">
          <Button className="btn-ghost btn-small" disabled={isSending} onClick={onCancel}>
            {t("security:deletion.delete.cancel")}
          </Button>
          <Button
            className="btn-danger btn-small"
            type="submit"
            isBusy={isSending || !areTeamsShown}
          >
            {t(isSending ? "security:deletion.delete.sending" : "security:deletion.delete.submit")}
          </Button>
        </div>
      </Form>
    </Modal>
  )
}
