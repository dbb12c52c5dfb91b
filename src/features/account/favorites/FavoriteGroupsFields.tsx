import { useStore } from "@nanostores/react"
import { useEffect, useId, useMemo } from "react"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { ChoiceField } from "../../../ui/forms/fields.tsx"
import { useForm } from "../../../ui/forms/use-form.ts"
import { type ArtistNames, sortFollowedFirst } from "../../artists/suggest-artists.ts"
import { ownFollows } from "../../follows/schema.ts"
import { Loaded } from "../Loaded.tsx"
import { $account, $accountState, createOwnQuery } from "../own-account.ts"
import { FixedLevel } from "../profile/Levels.tsx"
import { openPartInHash, PROFILE_PARTS } from "../profile/parts.ts"
import { COUNTRY_ANSWERS } from "../schema.ts"
import { groupsForm } from "./favorite-groups.ts"
import { GroupsField } from "./GroupsField.tsx"

const $follows = createOwnQuery("/api/follows", ownFollows)

interface Props {
  artists: ArtistNames[]
}

export function FavoriteGroupsFields({ artists }: Props) {
  const t = pageTranslate()
  const { values, change, field } = useForm(groupsForm.form)
  useEffect(() => openPartInHash("groups"), [])
  const { data: ownFollowList } = useStore($follows)
  const { favorite_groups, unaddedText } = values
  const sortedArtists = useMemo(() => {
    const follows = ownFollowList?.follows ?? []
    const followedArtists = follows.filter((row) => row.kind === "artist").map((row) => row.name)
    return sortFollowedFirst(artists, followedArtists)
  }, [artists, ownFollowList])
  return (
    <>
      <ChoiceField
        {...field("country")}
        label={t("account:welcome.country.label")}
        aside={<FixedLevel level="onlyYou" />}
        hint={t("account:welcome.country.hint")}
        options={(["", ...COUNTRY_ANSWERS] as const).map((value) => ({
          value,
          label:
            value === "" || value === "other"
              ? t(`account:welcome.country.${value || "none"}`)
              : t(`common:countries.${value}`),
        }))}
      />
      <GroupsField
        id={field("unaddedText").id}
        error={field("unaddedText").error ?? field("favorite_groups").error}
        groups={favorite_groups}
        unaddedText={unaddedText}
        artists={sortedArtists}
        aside={<FixedLevel level="members" />}
        onChange={change}
      />
    </>
  )
}

export function FavoriteGroupsPart({ artists }: Props) {
  const t = pageTranslate()
  const id = useId()
  useEffect(groupsForm.start, [])
  return (
    <section
      id={PROFILE_PARTS.groups}
      className="grid gap-6 border-t border-line pt-7"
      aria-labelledby={id}
    >
      <h2 id={id} className="text-xl">
        {t("account:welcome.favoriteGroups.title")}
      </h2>
      <Loaded $state={$accountState} texts="security:" onRetry={$account.invalidate}>
        {() => <FavoriteGroupsFields artists={artists} />}
      </Loaded>
    </section>
  )
}
