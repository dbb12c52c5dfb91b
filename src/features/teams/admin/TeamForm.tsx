import { pageTranslate } from "../../../i18n/page-translate.ts"
import { TextField } from "../../../ui/forms/fields.tsx"
import type { Form } from "../../../ui/forms/form.ts"
import { LanguageTabs } from "../../../ui/forms/LanguageTabs.tsx"
import { PictureField } from "../../../ui/pictures/PictureField.tsx"
import { EditorFields, useFields } from "../../admin/editor/fields.tsx"
import type { Saved } from "../../admin/list/resource.ts"
import { TEAM_LIMITS } from "../schema.ts"
import type { AdminTeamForm, ListedTeam } from "./schema.ts"
import { teams } from "./teams.ts"

export function TeamForm({ form }: { form: Form<AdminTeamForm, Saved<ListedTeam>> }) {
  const t = pageTranslate()
  const { values, change, bind, failure } = useFields(form, teams.labels)
  const { name, description, location } = TEAM_LIMITS
  return (
    <EditorFields
      main={
        <>
          <TextField
            {...bind("name")}
            hint={t("admin:teams.form.nameHint")}
            max={name}
            isRequired
          />
          <LanguageTabs
            fieldNames={["description"]}
            values={values}
            failure={failure}
            change={change}
          >
            {(bindText) => (
              <TextField
                {...bindText("description")}
                label={t("admin:teams.form.description")}
                max={description}
                lines={10}
              />
            )}
          </LanguageTabs>
        </>
      }
      side={
        <>
          <TextField {...bind("location")} max={location} />
          <PictureField
            {...bind("cover_image_url")}
            bucket="team-images"
            hint={t("admin:teams.form.coverHint")}
            alt={t("admin:teams.form.coverAlt")}
            waitFor={form.waitFor}
          />
        </>
      }
    />
  )
}
