import { pageTranslate } from "../../i18n/page-translate.ts"
import { TextField } from "../../ui/fields.tsx"
import type { Form } from "../../ui/form.ts"
import { PictureField } from "../../ui/PictureField.tsx"
import { useForm } from "../../ui/use-form.ts"
import type { Saved } from "../admin/resource.ts"
import { TEAM_LIMITS } from "../teams/schema.ts"
import type { ListedTeam, TeamValues } from "./team.ts"

interface Props {
  form: Form<TeamValues, Saved<ListedTeam>>
}

export function TeamForm({ form }: Props) {
  const t = pageTranslate()
  const { values, change, field } = useForm(form)
  return (
    <div className="editor-fields">
      <div className="editor-main">
        <TextField
          {...field("name")}
          label={t("admin:teams.form.name")}
          hint={t("admin:teams.form.nameHint")}
          value={values.name}
          max={TEAM_LIMITS.name}
          isRequired
          onChange={(name) => change({ name })}
        />
        <TextField
          {...field("description")}
          label={t("admin:teams.form.description")}
          value={values.description}
          max={TEAM_LIMITS.description}
          lines={10}
          onChange={(description) => change({ description })}
        />
      </div>
      <div className="editor-side">
        <TextField
          {...field("location")}
          label={t("admin:teams.form.location")}
          value={values.location}
          max={TEAM_LIMITS.location}
          onChange={(location) => change({ location })}
        />
        <PictureField
          {...field("cover_image_url")}
          bucket="team-images"
          label={t("admin:teams.form.cover")}
          hint={t("admin:teams.form.coverHint")}
          alt={t("admin:teams.form.coverAlt")}
          url={values.cover_image_url}
          waitFor={form.waitFor}
          onChange={(cover_image_url) => change({ cover_image_url })}
        />
      </div>
    </div>
  )
}
