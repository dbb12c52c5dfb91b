import { useId } from "react"
import { INTL_LOCALES } from "../../../i18n/locales.ts"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { useForm } from "../../../ui/forms/use-form.ts"
import { Icon } from "../../../ui/icons.tsx"
import { isUnderAge } from "./birth-date.ts"
import { LevelRow } from "./Levels.tsx"
import type { ProfileStore } from "./store.ts"
import { getEventsNote, groupPartsByViewer, type ProfileValues, VIEWERS } from "./values.ts"

const VIEWER_ICONS = { everyone: "globe", members: "people", onlyYou: "lock" } as const

function Summary({ values }: { values: ProfileValues }) {
  const t = pageTranslate()
  const parts = groupPartsByViewer(values)
  const listFormat = new Intl.ListFormat(INTL_LOCALES[pageLocale()])
  return (
    <dl className="mb-5 grid gap-3.5 text-md">
      {VIEWERS.map((viewer) => (
        <div key={viewer}>
          <dt className="with-icon gap-2 font-semibold">
            <Icon name={VIEWER_ICONS[viewer]} size={18} />
            {t(`profile:visible.${viewer}`)}
          </dt>
          <dd className="ml-6.5 text-soft">
            {parts[viewer].length > 0
              ? listFormat.format(parts[viewer].map((part) => t(part)))
              : t("profile:visible.nothing")}
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface Props {
  form: ProfileStore["form"]
  className: string
}

/** Lists who sees which part, and sets this for the parts that have no field in the form, such as likes and events. */
export function PrivacyPart({ form, className }: Props) {
  const t = pageTranslate()
  const id = useId()
  const { values, field } = useForm(form)
  const eventsNote = getEventsNote(values)
  const isMinor = isUnderAge(values.date_of_birth)
  return (
    <section className={className} aria-labelledby={id}>
      <h2 id={id} className="mb-4 text-xl">
        {t("profile:visible.title")}
      </h2>
      <Summary values={values} />
      <LevelRow
        {...field("show_avatar")}
        label={t("profile:picture.label")}
        shown={isMinor && !values.show_to_everyone ? "members" : "everyone"}
      />
      {isMinor && (
        <LevelRow
          {...field("show_to_everyone")}
          label={t("profile:privacy.toEveryone")}
          hidden="members"
          note={t(
            values.show_to_everyone
              ? "profile:privacy.toEveryoneOn"
              : "profile:privacy.toEveryoneOff",
          )}
        />
      )}
      <LevelRow {...field("music_likes_public")} label={t("profile:privacy.likes")} />
      <LevelRow
        {...field("show_events")}
        label={t("profile:privacy.events")}
        shown="members"
        hidden="organizers"
        note={eventsNote && t(eventsNote)}
      />
    </section>
  )
}
