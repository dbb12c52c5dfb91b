/** The fields for country and favorite groups, with the card of the profile page that contains them. */
import { useStore } from "@nanostores/react"
import { useEffect, useId } from "react"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { Button } from "../../../ui/Button.tsx"
import { Form } from "../../../ui/forms/Form.tsx"
import { ChoiceField } from "../../../ui/forms/fields.tsx"
import { useForm } from "../../../ui/forms/use-form.ts"
import type { ArtistNames } from "../../artists/suggest-artists.ts"
import { Loaded } from "../Loaded.tsx"
import { $account, $accountState } from "../own-account.ts"
import { PLACES } from "../schema.ts"
import { $areGroupsDirty, groupsForm, saveGroups, startGroupsForm } from "./favorite-groups.ts"
import { GroupsField } from "./GroupsField.tsx"

interface Props {
  artists: ArtistNames[]
}

export function FavoriteGroupsFields({ artists }: Props) {
  const t = pageTranslate()
  const { values, change, field } = useForm(groupsForm)
  const { favorite_groups, typed } = values
  return (
    <>
      <ChoiceField
        {...field("country")}
        label={t("account:welcome.country.label")}
        hint={t("account:welcome.country.hint")}
        options={(["", ...PLACES] as const).map((value) => ({
          value,
          label:
            value === "" || value === "other"
              ? t(`account:welcome.country.${value || "none"}`)
              : t(`common:countries.${value}`),
        }))}
      />
      <GroupsField
        id={field("typed").id}
        error={field("typed").error ?? field("favorite_groups").error}
        groups={favorite_groups}
        typed={typed}
        artists={artists}
        onChange={change}
      />
    </>
  )
}

function GroupsForm({ artists }: Props) {
  const t = pageTranslate()
  const { failure, isSending } = useForm(groupsForm)
  const isDirty = useStore($areGroupsDirty)
  return (
    <Form className="grid gap-5" failure={failure} onSubmit={() => saveGroups(artists)}>
      <FavoriteGroupsFields artists={artists} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button className="btn-small" type="submit" isBusy={isSending}>
          {t(isSending ? "profile:form.saving" : "account:welcome.favoriteGroups.save")}
        </Button>
        <p className="hint" role="status">
          {t(isDirty ? "profile:form.unsaved" : "profile:form.allSaved")}
        </p>
      </div>
    </Form>
  )
}

/** The card of the profile page for country and favorite groups. */
export function FavoriteGroupsCard({ artists }: Props) {
  const t = pageTranslate()
  const id = useId()
  useEffect(startGroupsForm, [])
  return (
    <section className="card grid gap-4" aria-labelledby={id}>
      <h2 id={id}>{t("account:welcome.favoriteGroups.title")}</h2>
      <Loaded $state={$accountState} texts="security:" onRetry={$account.invalidate}>
        {() => <GroupsForm artists={artists} />}
      </Loaded>
    </section>
  )
}
