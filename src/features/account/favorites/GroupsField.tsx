/**
 * Field for the names of favorite K-pop groups: an editable combobox (ARIA Authoring Practices).
 * Enter adds the active suggestion, or else the typed text.
 */
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { Button } from "../../../ui/Button.tsx"
import { focusIfLost } from "../../../ui/dialog/focus-if-lost.ts"
import { getFieldErrorKey } from "../../../ui/forms/failure-keys.ts"
import { Field, getFieldAttributes } from "../../../ui/forms/fields.tsx"
import type { FieldState } from "../../../ui/forms/use-form.ts"
import { Icon } from "../../../ui/icons.tsx"
import {
  type ArtistNames,
  hasSpellingStartingWith,
  suggestArtists,
} from "../../artists/suggest-artists.ts"
import { MAX_GROUP_NAME_LENGTH, MAX_GROUPS } from "../schema.ts"
import { addGroups, type GroupsValues } from "./favorite-groups.ts"

interface Props extends FieldState {
  groups: string[]
  unaddedText: string
  artists: ArtistNames[]
  aside: ReactNode
  onChange: (changes: Pick<GroupsValues, "favorite_groups" | "unaddedText">) => void
}

export function GroupsField(props: Props) {
  const { id, error, groups, unaddedText, artists, aside, onChange } = props
  const t = pageTranslate()
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const chosenList = useRef<HTMLUListElement>(null)
  const suggestionList = useRef<HTMLUListElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  /** Index of the suggestion that Enter adds; -1 if Enter adds the typed text. */
  const [activeIndex, setActiveIndex] = useState(-1)
  const [announcement, setAnnouncement] = useState("")

  const isFull = groups.length >= MAX_GROUPS
  const suggestions = isFull ? [] : suggestArtists(artists, unaddedText, groups)
  // These buttons do not depend on the typed text, so that the field does not move while the member types.
  const buttonSuggestions = isFull ? [] : suggestArtists(artists, "", groups)
  const isListShown = isOpen && unaddedText.trim() !== "" && suggestions.length > 0
  const suggestionStatus = isListShown
    ? t("account:welcome.groups.found", { count: suggestions.length })
    : announcement
  const formatCount = (chosen: number) =>
    t("account:welcome.groups.count", { chosen, max: MAX_GROUPS })
  const field = {
    id,
    label: (
      <>
        {t("account:welcome.groups.label")}
        <span className="hint ml-3 font-normal whitespace-nowrap">
          {formatCount(groups.length)}
        </span>
      </>
    ),
    aside,
    hint: t("account:welcome.groups.hint"),
    error: isFull && unaddedText.trim() ? ("too_many_groups" as const) : error,
    max: MAX_GROUP_NAME_LENGTH,
  }

  function handleTyped(text: string) {
    onChange(
      text.includes(",")
        ? addGroups(groups, text, artists)
        : { favorite_groups: groups, unaddedText: text },
    )
    setIsOpen(true)
    const [firstSuggestion] = suggestArtists(artists, text, groups)
    const isLikely = firstSuggestion && hasSpellingStartingWith(firstSuggestion, text)
    setActiveIndex(isLikely ? 0 : -1)
  }

  function addNames(text: string, typedText = "") {
    const changes = addGroups(groups, text, artists)
    onChange({ ...changes, unaddedText: changes.unaddedText || typedText })
    setIsOpen(false)
    setActiveIndex(-1)
    const addedNames = changes.favorite_groups.slice(groups.length).join(", ")
    const count = formatCount(changes.favorite_groups.length)
    setAnnouncement(
      addedNames && `${t("account:welcome.groups.added", { name: addedNames })}. ${count}`,
    )
    // The pressed button of a suggestion disappears, so the focus moves to the first remaining button.
    focusIfLost(() => suggestionList.current?.querySelector("button") ?? chosenList.current)
  }

  function remove(name: string) {
    onChange({ favorite_groups: groups.filter((group) => group !== name), unaddedText })
    const count = formatCount(groups.length - 1)
    setAnnouncement(`${t("account:welcome.groups.removed", { name })}. ${count}`)
    focusIfLost(() => chosenList.current?.querySelector("button") ?? input.current)
  }

  function moveActive(step: 1 | -1) {
    setIsOpen(true)
    if (!isListShown) return setActiveIndex(-1)
    const count = suggestions.length
    const isUpFromTypedText = activeIndex < 0 && step < 0
    setActiveIndex(isUpFromTypedText ? count - 1 : (activeIndex + step + count) % count)
  }

  function handleKey(event: KeyboardEvent) {
    // While a Hangul syllable is composed, Enter only ends the composition.
    if (event.nativeEvent.isComposing) return
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      moveActive(event.key === "ArrowDown" ? 1 : -1)
    } else if (event.key === "Enter" && (unaddedText.trim() || activeIndex >= 0)) {
      addNames(suggestions[activeIndex]?.name ?? unaddedText)
    } else if (event.key === "Backspace" && unaddedText === "") {
      const last = groups.at(-1)
      if (last) remove(last)
    } else if (event.key === "Escape" && isListShown) {
      setIsOpen(false)
      setActiveIndex(-1)
    } else return
    // Otherwise, Enter would send the form, and arrow keys would move the cursor.
    event.preventDefault()
  }

  return (
    <div>
      <Field {...field} length={unaddedText.length}>
        <div className="grid gap-2.5">
          {groups.length > 0 && (
            <ul
              className="flex flex-wrap gap-2"
              aria-label={t("account:welcome.groups.label")}
              tabIndex={-1}
              ref={chosenList}
            >
              {groups.map((name) => (
                <li key={name} className="max-w-full">
                  <Button
                    className="btn-small max-w-full gap-2 bg-disc pr-3 wrap-anywhere text-on-disc"
                    aria-label={t("account:welcome.groups.remove", { name })}
                    onClick={() => remove(name)}
                  >
                    {name}
                    <Icon name="close" size={16} />
                  </Button>
                </li>
              ))}
            </ul>
          )}
          {buttonSuggestions.length > 0 && (
            <ul
              className="flex flex-wrap gap-2"
              aria-label={t("account:welcome.groups.suggestions")}
              ref={suggestionList}
            >
              {buttonSuggestions.map((artist) => (
                <li key={artist.name} className="max-w-full max-sm:nth-[n+7]:hidden">
                  <Button
                    className="btn-ghost btn-small max-w-full gap-1.5 pl-3 font-normal wrap-anywhere"
                    // Clears a typed beginning of the chosen name, because it would be saved as another group.
                    onClick={() =>
                      addNames(
                        artist.name,
                        hasSpellingStartingWith(artist, unaddedText) ? "" : unaddedText,
                      )
                    }
                  >
                    <Icon name="plus" size={16} />
                    {artist.name}
                  </Button>
                </li>
              ))}
            </ul>
          )}
          <div className="relative">
            <input
              {...getFieldAttributes(field)}
              ref={input}
              className="input"
              role="combobox"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              enterKeyHint={unaddedText.trim() ? "done" : "next"}
              aria-autocomplete="list"
              aria-expanded={isListShown}
              aria-controls={listId}
              aria-activedescendant={
                isListShown && activeIndex >= 0 ? `${listId}-${activeIndex}` : undefined
              }
              placeholder={
                groups.length === 0 ? t("account:welcome.groups.placeholder") : undefined
              }
              value={unaddedText}
              onChange={({ target }) => handleTyped(target.value)}
              onKeyDown={handleKey}
              onClick={() => setIsOpen(true)}
              onBlur={() => setIsOpen(false)}
            />
            <div
              id={listId}
              className="absolute inset-x-0 top-full z-10 mt-1.5 max-h-[min(330px,40dvh)] overflow-y-auto rounded-small border border-edge bg-raise p-1.5 shadow-lg"
              role="listbox"
              aria-label={t("account:welcome.groups.suggestions")}
              hidden={!isListShown}
            >
              {suggestions.map(({ name, hangul }, index) => (
                // biome-ignore lint/a11y/useFocusableInteractive: the text field keeps focus while suggestions are open
                // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keyboard
                <div
                  key={name}
                  id={`${listId}-${index}`}
                  className="flex min-h-11 cursor-pointer items-center gap-3 rounded-[8px] px-2.5 py-1.5 aria-selected:bg-line"
                  role="option"
                  aria-selected={index === activeIndex}
                  ref={(option) => {
                    if (index === activeIndex) option?.scrollIntoView({ block: "nearest" })
                  }}
                  onMouseDown={(event) => event.preventDefault()}
                  onMouseMove={() => setActiveIndex(index)}
                  onClick={() => addNames(name)}
                >
                  <b className="font-semibold">{name}</b>
                  {hangul && (
                    <span className="text-sm text-soft" lang="ko">
                      {hangul}
                    </span>
                  )}
                </div>
              ))}
            </div>
          </div>
        </div>
      </Field>
      <p className="sr-only" role="status">
        {field.error ? t(getFieldErrorKey(field.error)) : suggestionStatus}
      </p>
    </div>
  )
}
