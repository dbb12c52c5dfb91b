import { useStore } from "@nanostores/react"
import { type ReactNode, useId, useState } from "react"
import * as z from "zod/mini"
import { getLanguageName } from "../../../i18n/language-names.ts"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { createQuery, toFailure } from "../../../islands/query.ts"
import { Button } from "../../../ui/Button.tsx"
import { getFailureKey } from "../../../ui/forms/failure-keys.ts"
import { CheckField, TextField } from "../../../ui/forms/fields.tsx"
import type { Form } from "../../../ui/forms/form.ts"
import { RenderedHtml } from "../../../ui/markdown/RenderedHtml.tsx"
import { RichTextField } from "../../../ui/rich-text/RichTextField.tsx"
import { Comparison } from "../../admin/editor/Changes.tsx"
import { useFields } from "../../admin/editor/fields.tsx"
import type { Saved } from "../../admin/list/resource.ts"
import { Notice } from "../../admin/parts.tsx"
import { OWN_SITE } from "../../cards/own-site.ts"
import { NEWS_LIMITS } from "../schema.ts"
import { ArticleTools } from "./ArticleTools.tsx"
import { news } from "./news.ts"
import { type Article, type ArticleValues, savedArticle } from "./schema.ts"

const SIDES = ["original", "translation"] as const
type Side = (typeof SIDES)[number]

/** Class of the side (original or translation) that narrow screens hide. */
const HIDDEN_WHEN_NARROW = "max-[1000px]:hidden"

interface PairProps {
  /** The only side that narrow screens show. */
  side: Side
  label: string
  original: ReactNode
  children: ReactNode
}

function TextPair({ side, label, original, children }: PairProps) {
  const t = pageTranslate()
  return (
    <div className="grid items-start gap-x-7 min-[1000px]:grid-cols-2">
      <section
        className={`grid gap-1.5 ${side === "original" ? "" : HIDDEN_WHEN_NARROW}`}
        aria-label={t("newsroom:form.ofOriginal", { label })}
      >
        <p className="text-md text-soft" aria-hidden>
          {label}
        </p>
        <div className="min-h-11 rounded-small border border-line bg-sink px-3.5 py-2 wrap-anywhere">
          {original}
        </div>
      </section>
      <div className={side === "translation" ? "" : HIDDEN_WHEN_NARROW}>{children}</div>
    </div>
  )
}

type Original = Pick<Article, "title" | "excerpt" | "content">

const getOriginalTexts = ({ title, excerpt, content }: Original) => ({
  title,
  excerpt: excerpt ?? "",
  content,
})

const TEXT_FIELDS = {
  labels: {
    title: news.labels.title,
    excerpt: news.labels.excerpt,
    content: news.labels.content,
  },
}

interface OutdatedProps {
  /** The texts of the original from which the translation was made. Null if they are not known. */
  translatedOriginal: Original | null
  currentOriginal: Original
  matchesOriginal: boolean
  onConfirm: (matchesOriginal: boolean) => void
}

/** Shows what changed in the original, with a checkbox to confirm that the translation has the changes. */
function OutdatedNotice({
  translatedOriginal,
  currentOriginal,
  matchesOriginal,
  onConfirm,
}: OutdatedProps) {
  const t = pageTranslate()
  const id = useId()
  return (
    <Notice className="mb-2">
      <div className="grid w-full gap-2.5">
        <p className="font-semibold">{t("newsroom:form.outdated")}</p>
        {translatedOriginal && (
          <details>
            <summary className="inline-block py-2.5 underline underline-offset-3">
              {t("newsroom:form.whatChanged")}
            </summary>
            <Comparison
              resource={TEXT_FIELDS}
              before={getOriginalTexts(translatedOriginal)}
              after={getOriginalTexts(currentOriginal)}
            />
          </details>
        )}
        <CheckField
          id={id}
          error={undefined}
          label={t("newsroom:form.mended")}
          hint={t("newsroom:form.mendedHint")}
          value={matchesOriginal}
          onChange={onConfirm}
        />
      </div>
    </Notice>
  )
}

const originalWithHtml = z.extend(savedArticle, { content_html: z.string() })

interface Props {
  form: Form<ArticleValues, Saved<Article>>
  item: Article | null
}

/**
 * Renders the form of a translation next to the texts of the original. `translated_from` is the `text_changed_at` of the
 * original's texts that the translation matches.
 */
export function TranslationForm({ form, item }: Props) {
  const t = pageTranslate()
  const { values, change, bind } = useFields(form, news.labels)
  const { original_id, language, translated_from } = values
  const [$original] = useState(() =>
    createQuery([`/api/admin/news/${original_id}`], originalWithHtml),
  )
  const { data: original, error } = useStore($original)
  const [side, setSide] = useState<Side>("translation")
  const [initialTranslatedFrom] = useState(translated_from)
  /** Value of `translated_from` in the saved translation or, for a new translation, in its stored draft. */
  const savedTranslatedFrom = item?.translated_from ?? (translated_from && initialTranslatedFrom)
  const isOutdated =
    !!original && !!savedTranslatedFrom && savedTranslatedFrom < original.text_changed_at
  const matchesOriginal =
    !!original && !!translated_from && translated_from >= original.text_changed_at

  const confirmMatch = (matchesOriginal: boolean) =>
    change({
      translated_from: matchesOriginal && original ? original.text_changed_at : savedTranslatedFrom,
    })

  /** Changes fields. The first change of a new translation also sets `translated_from`. */
  const changeTexts = (changes: Partial<ArticleValues>) =>
    change({
      ...(translated_from === null && original && { translated_from: original.text_changed_at }),
      ...changes,
    })

  const bindText = (name: "title" | "excerpt" | "content" | "cover_alt") => ({
    ...bind(name),
    onChange: (value: string) => changeTexts({ [name]: value }),
  })
  const title = bindText("title")
  const excerpt = bindText("excerpt")
  const content = bindText("content")
  const coverAlt = bindText("cover_alt")
  const isEmpty = ![values.title, values.excerpt, values.content].some((text) => text.trim())
  const noText = <span className="text-soft">{t("newsroom:form.none")}</span>
  const loadingOrError = error ? (
    <span className="error">{t(getFailureKey(toFailure(error).code))}</span>
  ) : (
    <span className="skeleton w-2/3">{t("admin:editor.loading")}</span>
  )
  const renderOriginal = (text: string | null | undefined) =>
    original ? <span lang={original.language}>{text}</span> : loadingOrError

  return (
    <div className="grid gap-5">
      {isOutdated && (
        <OutdatedNotice
          translatedOriginal={item?.original?.before ?? null}
          currentOriginal={original}
          matchesOriginal={matchesOriginal}
          onConfirm={confirmMatch}
        />
      )}
      <fieldset
        className="grid grid-cols-2 gap-1 rounded-full border border-line p-1 min-[1000px]:hidden"
        aria-label={t("newsroom:form.sides")}
      >
        {SIDES.map((name) => (
          <button
            key={name}
            className="min-h-11 rounded-full font-medium text-soft aria-pressed:bg-text aria-pressed:text-ink"
            type="button"
            aria-pressed={side === name}
            onClick={() => setSide(name)}
          >
            {t(`newsroom:form.${name}`)}
          </button>
        ))}
      </fieldset>
      <div className="flex flex-wrap items-center gap-x-7 gap-y-2 min-[1000px]:grid min-[1000px]:grid-cols-2">
        <h3 className={`text-lg ${side === "original" ? "" : HIDDEN_WHEN_NARROW}`}>
          {t("newsroom:form.original")}
          {original && <span className="text-soft"> · {getLanguageName(original.language)}</span>}
        </h3>
        <div
          className={`flex flex-wrap items-center justify-between gap-2 ${side === "translation" ? "" : HIDDEN_WHEN_NARROW}`}
        >
          <h3 className="text-lg">
            {t("newsroom:form.translation")}
            <span className="text-soft"> · {getLanguageName(language)}</span>
          </h3>
          {original && isEmpty && (
            <Button
              className="btn-ghost btn-small"
              onClick={() =>
                changeTexts({ ...getOriginalTexts(original), cover_alt: original.cover_alt })
              }
            >
              {t("newsroom:form.copy")}
            </Button>
          )}
        </div>
      </div>
      <TextPair side={side} label={title.label} original={renderOriginal(original?.title)}>
        <TextField {...title} max={NEWS_LIMITS.title} lang={language} isRequired />
      </TextPair>
      <TextPair
        side={side}
        label={excerpt.label}
        original={original && !original.excerpt ? noText : renderOriginal(original?.excerpt)}
      >
        <TextField {...excerpt} max={NEWS_LIMITS.excerpt} lines={3} lang={language} />
      </TextPair>
      <TextPair
        side={side}
        label={content.label}
        original={
          original ? (
            <RenderedHtml
              className="prose m-0! w-auto! py-2 text-[16px]! leading-[1.6]!"
              lang={original.language}
              html={original.content_html}
            />
          ) : (
            loadingOrError
          )
        }
      >
        <RichTextField
          {...content}
          max={NEWS_LIMITS.content}
          lang={language}
          bucket="news-images"
          siteSuggestions={OWN_SITE}
          waitFor={form.waitFor}
        />
      </TextPair>
      {original?.cover_image_url && !original.cover_is_decoration && (
        <TextPair
          side={side}
          label={coverAlt.label}
          original={original.cover_alt ? renderOriginal(original.cover_alt) : noText}
        >
          <TextField
            {...coverAlt}
            hint={t("newsroom:form.altHint")}
            max={NEWS_LIMITS.cover_alt}
            lang={language}
          />
        </TextPair>
      )}
      {item && <ArticleTools article={item} values={values} onRestore={change} />}
    </div>
  )
}
