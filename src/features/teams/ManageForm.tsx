/** What the team's page says, for its owner to change. */
import { useStore } from "@nanostores/react"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { Form } from "../../ui/Form.tsx"
import { CheckField, TextField } from "../../ui/fields.tsx"
import { PictureField } from "../../ui/PictureField.tsx"
import { tellOutcome } from "../../ui/tell-outcome.ts"
import { useForm } from "../../ui/use-form.ts"
import { WaitingButton } from "../../ui/WaitingButton.tsx"
import { FormNotice } from "./FormNotice.tsx"
import { manageStore } from "./manage-page.ts"
import { StaleNotice } from "./StaleNotice.tsx"
import { TEAM_LIMITS } from "./schema.ts"
import { TeamFields } from "./TeamFields.tsx"
import { type SeenTeam, SOCIAL_LINKS, teamPath } from "./team.ts"

/** Covers narrower than this look blurred, in pixels. */
const COVER_WIDTH = 1280

const LINK_TEXTS = {
  website_url: "teams:manage.form.website",
  instagram_url: "teams:manage.form.instagram",
  youtube_url: "teams:manage.form.youtube",
} as const

const { form, $isDirty } = manageStore

export function ManageForm({ team }: { team: SeenTeam }) {
  const t = pageTranslate()
  const { values, change, field, failure, isSending, isWaiting } = useForm(form)
  const isDirty = useStore($isDirty)

  async function save() {
    const answer = await manageStore.save()
    if (!answer || (!answer.ok && answer.failure.code === "invalid")) return
    tellOutcome(
      answer.ok ? null : answer.failure,
      { title: t("teams:manage.form.saved") },
      "teams:manage.form.saveFailed",
    )
    if (answer.ok) followSlug(answer.body.slug)
  }

  return (
    <Form className="team-form manage-form" failure={failure} onSubmit={save}>
      <h2>{t("teams:manage.form.title")}</h2>
      <PictureField
        {...field("cover_image_url")}
        bucket="team-images"
        label={t("teams:manage.form.cover")}
        hint={t("teams:manage.form.coverHint")}
        alt={t("teams:manage.form.coverAlt")}
        url={values.cover_image_url}
        waitFor={form.waitFor}
        remark={(width) =>
          width < COVER_WIDTH && (
            <p className="hint">{t("teams:manage.form.coverNarrow", { width })}</p>
          )
        }
        onChange={(cover_image_url) => change({ cover_image_url })}
      />
      <TeamFields form={form} savedSlug={team.slug} onChange={change} />
      {SOCIAL_LINKS.map(({ field: name }) => (
        <TextField
          key={name}
          {...field(name)}
          label={t(LINK_TEXTS[name])}
          hint={t(`teams:manage.form.${name === "instagram_url" ? "instagramHint" : "urlHint"}`)}
          value={values[name]}
          max={TEAM_LIMITS.url}
          onChange={(url) => change({ [name]: url })}
        />
      ))}
      <CheckField
        {...field("members_may_post_events")}
        label={t("teams:manage.form.events")}
        hint={t("teams:manage.form.eventsHint")}
        isOn={values.members_may_post_events}
        onChange={(members_may_post_events) => change({ members_may_post_events })}
      />
      {failure?.code === "stale" ? (
        <StaleNotice
          text={t("teams:manage.form.stale")}
          overwriteText={t("teams:manage.form.staleOverwrite")}
          onOverwrite={() => {
            manageStore.overwrite()
            void save()
          }}
        >
          <button
            className="btn btn-ghost btn-small"
            type="button"
            onClick={manageStore.takeTheirs}
          >
            {t("teams:manage.form.staleReload")}
          </button>
        </StaleNotice>
      ) : (
        <FormNotice failure={failure} />
      )}
      <div className="manage-bar">
        <p className="hint" role="status">
          {t(isDirty ? "teams:manage.form.unsaved" : "teams:manage.form.allSaved")}
        </p>
        <WaitingButton type="submit" isBusy={isSending || isWaiting}>
          {t(isSending ? "teams:manage.form.saving" : "teams:manage.form.save")}
        </WaitingButton>
      </div>
    </Form>
  )
}

/** The page moves with the team's address; nothing needs to be loaded for that. */
function followSlug(slug: string): void {
  const address = `${localePath(teamPath(slug), pageLocale())}/manage`
  if (location.pathname !== address) {
    history.replaceState(null, "", address + location.search)
  }
}
