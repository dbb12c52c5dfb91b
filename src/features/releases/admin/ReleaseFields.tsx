import { useStore } from "@nanostores/react"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { ChoiceField, TextField } from "../../../ui/forms/fields.tsx"
import type { Form } from "../../../ui/forms/form.ts"
import { EditorFields, useFields } from "../../admin/editor/fields.tsx"
import type { Saved } from "../../admin/list/resource.ts"
import { DATE_PRECISIONS, RELEASE_LIMITS, RELEASE_TYPES } from "../schema.ts"
import { $artistChoices, releases } from "./releases.ts"
import type { ReleaseValues, SavedRelease } from "./schema.ts"

interface Props {
  form: Form<ReleaseValues, Saved<SavedRelease>>
  item: SavedRelease | null
}

export function ReleaseFields({ form, item }: Props) {
  const t = pageTranslate()
  const { values, bind } = useFields(form, releases.labels)
  // Until all artists are loaded, the list contains only the artist of this release.
  const artists =
    useStore($artistChoices).data?.artists ??
    (item ? [{ id: item.artist_id, name: item.artist_name }] : [])
  const unchosen = { value: "", label: t("admin:releases.form.choose") } as const
  return (
    <EditorFields
      main={
        <>
          <ChoiceField
            {...bind("artist_id")}
            options={[unchosen, ...artists.map(({ id, name }) => ({ value: id, label: name }))]}
          />
          <TextField {...bind("title")} max={RELEASE_LIMITS.title} isRequired />
          <TextField {...bind("link_url")} />
          <TextField
            {...bind("note")}
            hint={t("admin:releases.form.noteHint")}
            max={RELEASE_LIMITS.note}
          />
        </>
      }
      side={
        <>
          <ChoiceField
            {...bind("release_type")}
            options={[
              unchosen,
              ...RELEASE_TYPES.map((value) => ({
                value,
                label: t(`artists:releases.types.${value}`),
              })),
            ]}
          />
          <ChoiceField
            {...bind("date_precision")}
            options={DATE_PRECISIONS.map((value) => ({
              value,
              label: t(`admin:releases.form.${value}`),
            }))}
          />
          <TextField
            {...bind("release_date")}
            hint={values.date_precision === "month" && t("admin:releases.form.monthHint")}
            type="date"
            isRequired
          />
        </>
      }
    />
  )
}
