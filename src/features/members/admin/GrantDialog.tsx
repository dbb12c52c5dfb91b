/** Grants or removes a member's access to the newsroom: as an editor, or as a translator into some languages. */
import { useState } from "react"
import * as z from "zod/mini"
import { getLanguageName } from "../../../i18n/language-names.ts"
import { LOCALES, type Locale } from "../../../i18n/locales.ts"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { type NewsroomGrant, newsroomGrant } from "../../../schema/roles.ts"
import { call } from "../../../shared/call.ts"
import { FormDialog } from "../../../ui/dialog/FormDialog.tsx"
import { getFieldErrorKey } from "../../../ui/forms/failure-keys.ts"
import { CheckField, RadioField } from "../../../ui/forms/fields.tsx"
import { createForm } from "../../../ui/forms/form.ts"
import { checkWithSchema } from "../../../ui/forms/submission.ts"
import { type FieldState, useForm } from "../../../ui/forms/use-form.ts"
import { FormNotice } from "../../account/FormNotice.tsx"
import { toast } from "../../admin/toast.ts"
import { type GrantBody, grantBody, type ListedUser } from "./schema.ts"
import { getMemberName } from "./users.ts"

const GRANT_KINDS = ["none", "editor", "translator"] as const

interface Values {
  kind: (typeof GRANT_KINDS)[number]
  languages: Locale[]
  may_publish: boolean
}

function getValues({ newsroom }: ListedUser): Values {
  if (newsroom?.kind === "translator") return newsroom
  return { kind: newsroom?.kind ?? "none", languages: [], may_publish: false }
}

const grantResponse = z.object({ newsroom: newsroomGrant })

const createGrantForm = (user: ListedUser) =>
  createForm<Values, GrantBody | null, NewsroomGrant | null>(getValues(user), {
    check: (values) =>
      values.kind === "none" ? { ok: true, body: null } : checkWithSchema(grantBody, values),
    send: (grant) =>
      call(`/api/admin/users/${user.id}/newsroom`, {
        method: grant ? "PUT" : "DELETE",
        ...(grant && { payload: grant }),
        read: (json) => (grant ? grantResponse.parse(json).newsroom : null),
      }),
  })

interface LanguagesProps extends FieldState {
  value: Locale[]
  onChange: (languages: Locale[]) => void
}

function LanguagesField({ id, error, value, onChange }: LanguagesProps) {
  const t = pageTranslate()
  // The chosen languages keep the order of LOCALES.
  const listWith = (language: Locale, isChosen: boolean) =>
    LOCALES.filter((locale) => (locale === language ? isChosen : value.includes(locale)))
  return (
    <fieldset
      id={id}
      className="field"
      tabIndex={-1}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className="label mb-1">{t("admin:users.newsroom.languages")}</legend>
      <div className="flex flex-wrap gap-x-6">
        {LOCALES.map((language) => (
          <label key={language} className="flex min-h-10 cursor-pointer items-center gap-3 text-md">
            <input
              className="size-5 flex-none accent-glow"
              type="checkbox"
              checked={value.includes(language)}
              onChange={({ target }) => onChange(listWith(language, target.checked))}
            />
            {getLanguageName(language)}
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="error">
          {t(getFieldErrorKey(error))}
        </p>
      )}
    </fieldset>
  )
}

interface Props {
  user: ListedUser
  onDone: (user: ListedUser) => void
  onClose: () => void
}

export function GrantDialog({ user, onDone, onClose }: Props) {
  const t = pageTranslate()
  const [form] = useState(() => createGrantForm(user))
  const { values, field, failure, isSending } = useForm(form)
  const name = getMemberName(user)

  async function submit() {
    const { kind } = form.$values.get()
    const result = await form.submit()
    if (!result?.ok) return
    toast("success", {
      title: "admin:users.newsroom.done",
      text: `admin:users.newsroom.doneText.${kind}`,
      values: { title: name },
    })
    onDone({ ...user, newsroom: result.body })
    onClose()
  }

  return (
    <FormDialog
      title={t("admin:users.newsroom.item", { title: name })}
      lead={<p className="mt-2.5 text-soft">{t("admin:users.newsroom.lead")}</p>}
      className="w-140"
      cancel={t("admin:confirm.cancel")}
      submit={t(isSending ? "admin:users.newsroom.saving" : "admin:users.newsroom.save")}
      isSending={isSending}
      failure={failure}
      notice={<FormNotice failure={failure} loginLinkKey="admin:editor.signInAgainLink" />}
      onSubmit={submit}
      onCancel={onClose}
    >
      <RadioField
        {...field("kind")}
        label={t("admin:users.newsroom.kind")}
        options={GRANT_KINDS.map((value) => ({
          value,
          label: t(`admin:users.newsroom.kinds.${value}`),
        }))}
      />
      {values.kind === "translator" && (
        <>
          <LanguagesField {...field("languages")} />
          <CheckField
            {...field("may_publish")}
            label={t("admin:users.newsroom.mayPublish")}
            hint={t("admin:users.newsroom.mayPublishHint")}
          />
        </>
      )}
    </FormDialog>
  )
}
