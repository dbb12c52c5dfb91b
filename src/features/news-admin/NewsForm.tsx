import { LOCALE_NAMES, LOCALES } from "../../i18n/locales.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { CheckField, ChoiceField, TextField } from "../../ui/fields.tsx"
import type { Form } from "../../ui/form.ts"
import { MarkdownField } from "../../ui/MarkdownField.tsx"
import { PictureField } from "../../ui/PictureField.tsx"
import { useForm } from "../../ui/use-form.ts"
import type { Saved } from "../admin/resource.ts"
import { NEWS_LIMITS } from "../news/schema.ts"
import type { Article, ArticleValues } from "./article.ts"
import { PlanField } from "./PlanField.tsx"
import { Revisions } from "./Revisions.tsx"
import { retitled, type SlugHint, slugHint } from "./slug-field.ts"

/** Covers narrower than this look blurred, in pixels. */
const COVER_MIN_WIDTH = 800
const COUNTRIES = ["", "ee", "lv", "lt"] as const

interface Props {
  form: Form<ArticleValues, Saved<Article>>
  item: Article | null
}

function slugHintText(hint: SlugHint, slug: string): string | null {
  const t = pageTranslate()
  if (hint === "none") return null
  if (hint === "address") return t("admin:news.form.slugHint", { address: `/news/${slug}` })
  return t(`admin:news.form.${hint}`)
}

export function NewsForm({ form, item }: Props) {
  const t = pageTranslate()
  const { values, change, field } = useForm(form)
  return (
    <div className="editor-fields">
      <div className="editor-main">
        <TextField
          {...field("title")}
          label={t("admin:news.form.title")}
          value={values.title}
          max={NEWS_LIMITS.title}
          lang={values.language}
          isRequired
          onChange={(title) => change(retitled(item, values, title))}
        />
        <MarkdownField
          {...field("content")}
          label={t("admin:news.form.content")}
          value={values.content}
          max={NEWS_LIMITS.content}
          lang={values.language}
          onChange={(content) => change({ content })}
        />
      </div>
      <div className="editor-side">
        <CheckField
          {...field("is_published")}
          label={t("admin:news.form.published")}
          hint={t("admin:news.form.publishedHint")}
          isOn={values.is_published}
          onChange={(is_published) =>
            change(is_published ? { is_published, publish_at: "" } : { is_published })
          }
        />
        {!values.is_published && (
          <PlanField
            {...field("publish_at")}
            value={values.publish_at}
            onChange={(publish_at) => change({ publish_at })}
          />
        )}
        <CheckField
          {...field("is_featured")}
          label={t("admin:news.form.featured")}
          hint={t("admin:news.form.featuredHint")}
          isOn={values.is_featured}
          onChange={(is_featured) => change({ is_featured })}
        />
        <TextField
          {...field("slug")}
          label={t("admin:news.form.slug")}
          hint={slugHintText(slugHint(item, values), values.slug)}
          value={values.slug}
          isRequired
          onChange={(slug) => change({ slug })}
        />
        <TextField
          {...field("excerpt")}
          label={t("admin:news.form.excerpt")}
          hint={t("admin:news.form.excerptHint")}
          value={values.excerpt}
          max={NEWS_LIMITS.excerpt}
          lines={4}
          lang={values.language}
          onChange={(excerpt) => change({ excerpt })}
        />
        <PictureField
          {...field("cover_image_url")}
          bucket="news-images"
          label={t("admin:news.form.cover")}
          hint={t("admin:news.form.coverHint")}
          alt={t("admin:news.form.coverAlt")}
          url={values.cover_image_url}
          waitFor={form.waitFor}
          remark={(width) =>
            width < COVER_MIN_WIDTH && (
              <p className="hint">{t("admin:news.form.coverNarrow", { width })}</p>
            )
          }
          onChange={(cover_image_url) => change({ cover_image_url })}
        />
        <ChoiceField
          {...field("country")}
          label={t("admin:news.form.country")}
          value={values.country}
          options={COUNTRIES.map((value) => ({
            value,
            label: t(`common:countries.${value || "all"}`),
          }))}
          onChange={(country) => change({ country })}
        />
        <ChoiceField
          {...field("language")}
          label={t("admin:news.form.language")}
          value={values.language}
          options={LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value] }))}
          onChange={(language) => change({ language })}
        />
        {item && <Revisions id={item.id} values={values} onRestore={change} />}
      </div>
    </div>
  )
}
