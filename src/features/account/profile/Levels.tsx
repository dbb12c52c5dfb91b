/** A level is the group of people who see a part of the profile. These controls show or change it. */
import { pageTranslate } from "../../../i18n/page-translate.ts"
import type { BoundField } from "../../../ui/forms/use-form.ts"
import { Icon, type IconName } from "../../../ui/icons.tsx"

type Level = "everyone" | "members" | "organizers" | "onlyYou"

const LEVEL_ICONS = {
  everyone: "globe",
  members: "people",
  organizers: "people",
  onlyYou: "lock",
} as const satisfies Record<Level, IconName>

interface LevelProps extends BoundField<boolean> {
  label: string
  /** Level that the select shows while `value` is true. */
  shown?: Level
  /** Level that the select shows while `value` is false. */
  hidden?: Level
  /** Hint below the row, such as why members do not see the events. */
  note?: string | null
}

const CHIP =
  "relative inline-flex min-h-9 flex-none items-center gap-1.5 rounded-full text-sm text-soft"

/** A small select that looks like a chip with the icon of the level. */
export function LevelChip({ id, label, value, onChange, ...levels }: LevelProps) {
  const { shown = "everyone", hidden = "onlyYou" } = levels
  const t = pageTranslate()
  return (
    <span
      className={`${CHIP} hover:text-text focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-(--focus)`}
    >
      <span className="pointer-events-none absolute left-3">
        <Icon name={LEVEL_ICONS[value ? shown : hidden]} size={16} />
      </span>
      <select
        id={id}
        className="field-sizing-content min-h-9 cursor-pointer max-md:-my-1 max-md:min-h-11 appearance-none rounded-full bg-transparent pr-6 pl-9 font-medium outline-none *:bg-raise *:text-text"
        aria-label={t("profile:privacy.level", { part: label })}
        value={value ? shown : hidden}
        onChange={({ target }) => onChange(target.value === shown)}
      >
        {[shown, hidden].map((level) => (
          <option key={level} value={level}>
            {t(`profile:levels.${level}`)}
          </option>
        ))}
      </select>
      <span className="pointer-events-none absolute right-0">
        <Icon name="down" size={14} />
      </span>
    </span>
  )
}

/** Shows who sees a part of the profile that has only one possible level. */
export const FixedLevel = ({ level }: { level: Level }) => (
  <span className={CHIP}>
    <Icon name={LEVEL_ICONS[level]} size={16} />
    {pageTranslate()(`profile:levels.${level}`)}
  </span>
)

/** Row with the label and the level of a part of the profile. */
export function LevelRow({ note, ...level }: LevelProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-t border-line py-3">
      <span className="text-md font-medium wrap-anywhere" aria-hidden="true">
        {level.label}
      </span>
      <LevelChip {...level} />
      {note && <p className="hint col-span-full">{note}</p>}
    </div>
  )
}
