import { useStore } from "@nanostores/react"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { Button } from "../../../ui/Button.tsx"
import { FIELDS_CLASSES } from "../../../ui/dialog/FormDialog.tsx"
import { Form } from "../../../ui/forms/Form.tsx"
import { CheckField, TextField } from "../../../ui/forms/fields.tsx"
import { LanguageTabs } from "../../../ui/forms/LanguageTabs.tsx"
import { useForm } from "../../../ui/forms/use-form.ts"
import { PictureField } from "../../../ui/pictures/PictureField.tsx"
import { showOutcome } from "../../../ui/toast/show-outcome.ts"
import { FormNotice } from "../../account/FormNotice.tsx"
import { getDescriptionField, StaleNotice, TeamFields } from "../form-parts.tsx"
import { TEAM_LIMITS } from "../schema.ts"
import { SOCIAL_LINKS } from "../team.ts"
import type { TeamEditing } from "./manage.ts"

/** Minimum width in pixels. A narrower cover gets a hint. */
const MIN_COVER_WIDTH = 1280

const LINK_TEXTS = {
  website_url: { label: "teams:manage.form.website", hint: "teams:manage.form.urlHint" },
  instagram_url: {
    label: "teams:manage.form.instagram",
    hint: "teams:manage.form.instagramHint",
  },
  youtube_url: { label: "teams:manage.form.youtube", hint: "teams:manage.form.youtubeHint" },
} as const

interface Props {
  editing: TeamEditing
  /** Returns false if the member has logged out while a request was running. */
  isCurrent: () => boolean
}

export function ManageForm({ editing, isCurrent }: Props) {
  const t = pageTranslate()
  const { form } = editing
  const { values, change, field, failure, isSending, isWaitingForUploads, submitText } =
    useForm(form)
  const { status, item } = useStore(editing.$editing)
  const isDirty = useStore(editing.$isDirty)

  /** `save` is `editing.save`, or `editing.keepMine`, which overwrites the newer version after a conflict. */
  async function submit(save: TeamEditing["save"]) {
    const result = await save()
    if (!result || (!result.ok && result.failure.code === "invalid") || !isCurrent()) return
    showOutcome(result, { title: t("teams:manage.form.saved") }, "teams:manage.form.saveFailed")
  }

  return (
    <Form
      className={`${FIELDS_CLASSES} [--picture-ratio:1280/630]`}
      failure={failure}
      onSubmit={() => submit(editing.save)}
    >
      <h2 className="text-xl">{t("teams:manage.form.title")}</h2>
      <PictureField
        {...field("cover_image_url")}
        bucket="team-images"
        label={t("teams:manage.form.cover")}
        hint={t("teams:manage.form.coverHint")}
        alt={t("teams:manage.form.coverAlt")}
        waitFor={form.waitFor}
        renderRemark={(width) =>
          width < MIN_COVER_WIDTH && (
            <p className="hint">{t("teams:manage.form.coverNarrow", { width })}</p>
          )
        }
      />
      <TeamFields form={form} savedSlug={item?.slug ?? ""} onChange={change}>
        <LanguageTabs
          fieldNames={["description"]}
          values={values}
          failure={failure}
          change={change}
        >
          {(bindText) => <TextField {...bindText("description")} {...getDescriptionField(t)} />}
        </LanguageTabs>
      </TeamFields>
      {SOCIAL_LINKS.map(({ field: name }) => (
        <TextField
          key={name}
          {...field(name)}
          label={t(LINK_TEXTS[name].label)}
          hint={t(LINK_TEXTS[name].hint)}
          value={values[name] ?? ""}
          max={TEAM_LIMITS.url}
          onChange={(url) => change({ [name]: url || null })}
        />
      ))}
      <CheckField
        {...field("is_recruiting")}
        label={t("teams:manage.form.recruiting")}
        hint={t("teams:manage.form.recruitingHint")}
      />
      <CheckField
        {...field("members_may_post_events")}
        label={t("teams:manage.form.events")}
        hint={t("teams:manage.form.eventsHint")}
      />
      {status === "conflict" ? (
        <StaleNotice
          text={t("teams:manage.form.stale")}
          overwriteText={t("teams:manage.form.staleOverwrite")}
          onOverwrite={() => void submit(editing.keepMine)}
        >
          <Button className="btn-ghost btn-small" onClick={editing.takeTheirs}>
            {t("teams:manage.form.staleReload")}
          </Button>
        </StaleNotice>
      ) : (
        <FormNotice failure={failure} loginLinkKey="teams:posts.form.signIn" />
      )}
      {/* The bar sticks to the bottom, except on phones while it would cover a focused field. */}
      <div className="sticky bottom-(--bottom-bar-height) flex flex-wrap items-center justify-between gap-x-5 gap-y-2.5 border-t border-line bg-ink py-3.5 max-md:in-[form:has(:is(input:not([type=checkbox]),textarea):focus)]:static">
        <p className="hint" role="status">
          {t(isDirty ? "teams:manage.form.unsaved" : "teams:manage.form.allSaved")}
        </p>
        <Button type="submit" isBusy={isSending || isWaitingForUploads}>
          {t(submitText("teams:manage.form.save", "teams:manage.form.saving"))}
        </Button>
      </div>
    </Form>
  )
}
