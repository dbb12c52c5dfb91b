import { LOCALE_NAMES, LOCALES } from "../../../i18n/locales.ts"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { CountryField } from "../../../ui/forms/CountryField.tsx"
import { CheckField, ChoiceField, TextField } from "../../../ui/forms/fields.tsx"
import type { Form } from "../../../ui/forms/form.ts"
import { getSlugHint } from "../../../ui/forms/slug-field.ts"
import { RichTextField } from "../../../ui/rich-text/RichTextField.tsx"
import { EditorFields, useFields } from "../../admin/editor/fields.tsx"
import type { Saved } from "../../admin/list/resource.ts"
import { OWN_SITE } from "../../cards/own-site.ts"
import { NEWS_LIMITS } from "../schema.ts"
import { ArticleTools } from "./ArticleTools.tsx"
import { CoverField } from "./CoverField.tsx"
import { news } from "./news.ts"
import type { Article, ArticleValues } from "./schema.ts"
import { getChangesForTitle } from "./slug-field.ts"

interface Props {
  form: Form<ArticleValues, Saved<Article>>
  item: Article | null
}

/** Renders the form of an original article. `TranslationForm` is the form of translations. */
export function NewsForm({ form, item }: Props) {
  const t = pageTranslate()
  const { values, change, bind } = useFields(form, news.labels)
  const lang = values.language
  const slugHint = getSlugHint(values.title, values.slug, item?.is_published ? item.slug : null)
  return (
    <EditorFields
      main={
        <>
          <TextField
            {...bind("title")}
            max={NEWS_LIMITS.title}
            lang={lang}
            isRequired
            onChange={(title) => change(getChangesForTitle(item, values, title))}
          />
          <RichTextField
            {...bind("content")}
            max={NEWS_LIMITS.content}
            lang={lang}
            bucket="news-images"
            siteSuggestions={OWN_SITE}
            waitFor={form.waitFor}
          />
        </>
      }
      side={
        <>
          <CheckField {...bind("is_featured")} hint={t("admin:news.form.featuredHint")} />
          <TextField
            {...bind("slug")}
            hint={slugHint && t(`admin:news.form.${slugHint}`, { address: `/news/${values.slug}` })}
            isRequired
          />
          <TextField
            {...bind("excerpt")}
            hint={t("admin:news.form.excerptHint")}
            max={NEWS_LIMITS.excerpt}
            lines={4}
            lang={lang}
          />
          <CoverField form={form} />
          <CountryField {...bind("country")} noneLabel={t("common:countries.all")} />
          <ChoiceField
            {...bind("language")}
            options={LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value] }))}
          />
          {item && <ArticleTools article={item} values={values} onRestore={change} />}
        </>
      }
    />
  )
}
