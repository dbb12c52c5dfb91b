import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react"
import { LOCALE_NAMES, LOCALES, type Locale } from "../../i18n/locales.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import type { Failure } from "../../shared/call.ts"
import { ChoiceField } from "./fields.tsx"
import {
  type Changes,
  changeOriginalLanguage,
  changeText,
  findErrorLanguage,
  getTexts,
  type Multilingual,
} from "./multilingual.ts"
import type { FieldState } from "./use-form.ts"

interface TextBinding extends FieldState {
  value: string
  lang: Locale
  onChange: (text: string) => void
}

interface Props<Name extends string> {
  fieldNames: readonly [Name, ...Name[]]
  values: Multilingual<Name>
  failure: Failure | null
  change: (changes: Changes<Name>) => void
  children: (bindText: (name: Name) => TextBinding, isOriginal: boolean) => ReactNode
}

/** Functions that return the index of the tab to select, by the pressed key. The index -1 is the last tab. */
const NEXT_TAB_INDEX: Record<string, (index: number) => number> = {
  ArrowLeft: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  Home: () => 0,
  End: () => -1,
}

const TAB_CLASSES =
  "flex min-h-11 flex-none items-center gap-2 border-b-3 border-transparent px-3.5 text-md font-semibold text-soft hover:text-text focus-visible:-outline-offset-3 aria-selected:border-glow aria-selected:text-text light:aria-selected:border-text"

export function LanguageTabs<Name extends string>(props: Props<Name>) {
  const { fieldNames, values, failure, change, children } = props
  const t = pageTranslate()
  const id = useId()
  const tabs = useRef<HTMLDivElement>(null)
  const [selectedLocale, setSelectedLocale] = useState(values.language)
  const [previousFailure, setPreviousFailure] = useState(failure)
  // Selects the tab with an error during the render, so that the form can focus the first field with an error.
  if (failure !== previousFailure) {
    setPreviousFailure(failure)
    const tabWithError =
      failure &&
      !previousFailure &&
      findErrorLanguage(failure.errors, values, fieldNames, selectedLocale)
    if (tabWithError) setSelectedLocale(tabWithError)
  }

  const tabOrder = [values.language, ...LOCALES.filter((locale) => locale !== values.language)]
  const isOriginal = selectedLocale === values.language
  const texts = getTexts(values, fieldNames, selectedLocale)

  function selectAndFocusTab(locale: Locale) {
    setSelectedLocale(locale)
    tabs.current?.querySelector<HTMLElement>(`[data-locale="${locale}"]`)?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    const getNextIndex = NEXT_TAB_INDEX[event.key]
    if (!getNextIndex || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const nextIndex = getNextIndex(tabOrder.indexOf(selectedLocale))
    const nextLocale = tabOrder.at(nextIndex % tabOrder.length)
    if (nextLocale) selectAndFocusTab(nextLocale)
  }

  const bindText = (name: Name): TextBinding => ({
    id: `${id}${name}`,
    error: failure?.errors[isOriginal ? name : `translations.${selectedLocale}.${name}`],
    value: texts[name],
    lang: selectedLocale,
    onChange: (text) => change(changeText(values, fieldNames, selectedLocale, name, text)),
  })

  return (
    <div className="grid gap-4.5 rounded-small border border-line px-4.5 pt-1.5 pb-4.5">
      <div
        ref={tabs}
        className="relative -mx-4.5 flex overflow-x-auto border-b border-line px-1 [scrollbar-width:none]"
        role="tablist"
        aria-label={t("common:languages.label")}
        onKeyDown={onKeyDown}
      >
        {tabOrder.map((locale) => {
          const isOriginalTab = locale === values.language
          return (
            <button
              key={locale}
              id={`${id}tab-${locale}`}
              className={TAB_CLASSES}
              type="button"
              role="tab"
              aria-selected={locale === selectedLocale}
              aria-controls={`${id}panel`}
              tabIndex={locale === selectedLocale ? 0 : -1}
              data-locale={locale}
              onClick={() => setSelectedLocale(locale)}
            >
              <span lang={locale}>{LOCALE_NAMES[locale]}</span>
              {isOriginalTab && <span className="badge">{t("common:languages.original")}</span>}
              {!isOriginalTab && values.translations[locale] && (
                <span className="size-2 rounded-full bg-glow light:bg-text">
                  <span className="sr-only">({t("common:languages.hasText")})</span>
                </span>
              )}
            </button>
          )
        })}
      </div>
      <div
        id={`${id}panel`}
        className="grid gap-4.5"
        role="tabpanel"
        aria-labelledby={`${id}tab-${selectedLocale}`}
      >
        {children(bindText, isOriginal)}
        {isOriginal ? (
          <ChoiceField
            id={`${id}language`}
            error={failure?.errors["language"]}
            label={t("common:languages.originalIs")}
            hint={t("common:languages.originalHint")}
            value={values.language}
            options={LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value] }))}
            onChange={(language) => {
              change(changeOriginalLanguage(values, fieldNames, language))
              setSelectedLocale(language)
            }}
          />
        ) : (
          <p className="hint">{t("common:languages.hint")}</p>
        )}
      </div>
    </div>
  )
}
