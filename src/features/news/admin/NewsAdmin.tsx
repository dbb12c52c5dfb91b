import { useStore } from "@nanostores/react"
import { useState } from "react"
import { LOCALE_NAMES } from "../../../i18n/locales.ts"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import type { NewsroomGrant } from "../../../schema/roles.ts"
import { AdminScreen } from "../../admin/AdminScreen.tsx"
import { $gate } from "../../admin/gate.ts"
import { RowBadges, RowLines, RowPicture } from "../../admin/list/row-parts.tsx"
import type { ListEditor, Views } from "../../admin/list/views.ts"
import { Ago, Badge } from "../../admin/parts.tsx"
import { NewsletterButton } from "../newsletter/NewsletterDialog.tsx"
import { AttentionList } from "./AttentionList.tsx"
import { LanguageChips } from "./LanguageChips.tsx"
import { NewsForm } from "./NewsForm.tsx"
import { createNewsResource } from "./newsroom.ts"
import { EditorActions, ReadyActions } from "./PublishActions.tsx"
import { formatPublishTime } from "./publish-time.ts"
import { getPublishingState, getSaveLabel, mayPublish } from "./publishing.ts"
import type { Article, ArticleRow, ArticleValues } from "./schema.ts"
import { TranslationForm } from "./TranslationForm.tsx"

const STATE_TONES = { published: "good", planned: "middle", draft: "plain" } as const

interface RowProps {
  row: ArticleRow
  editor: ListEditor | null
  grant: NewsroomGrant
}

function NewsRow({ row, editor, grant }: RowProps) {
  const t = pageTranslate()
  const { is_published, published_at, publish_at } = row
  const place = row.country ?? "all"
  const state = getPublishingState(row)
  return (
    <>
      <RowPicture url={row.cover_image_url} />
      <RowLines
        title={row.title}
        lang={row.language}
        facts={
          <>
            <span className={`dot place-${place}`} />
            <span>{t(`common:countries.${place}`)}</span>
            <span lang={row.language}>{LOCALE_NAMES[row.language]}</span>
            <Ago at={(is_published && published_at) || row.created_at}>
              {(time) => t(`admin:news.${is_published ? "published" : "created"}Ago`, { time })}
            </Ago>
            {!is_published && publish_at && (
              <time dateTime={publish_at}>
                {t("admin:news.plannedFor", { time: formatPublishTime(publish_at) })}
              </time>
            )}
          </>
        }
      >
        {editor && <LanguageChips row={row} grant={grant} editor={editor} />}
      </RowLines>
      <RowBadges>
        <Badge tone={STATE_TONES[state]}>{t(`admin:news.${state}`)}</Badge>
        {row.is_featured && <Badge tone="featured">{t("admin:news.featured")}</Badge>}
      </RowBadges>
    </>
  )
}

const ArticleForm: Views<Article, ArticleValues, ArticleRow>["Form"] = (props) =>
  props.form.$values.get().original_id ? <TranslationForm {...props} /> : <NewsForm {...props} />

const NewsControls = ({ row }: { row: ArticleRow }) =>
  row.is_published && <NewsletterButton article={row} />

/** Returns whether the member may store drafts but not publish the article. */
const mayOnlyStoreDrafts = (grant: NewsroomGrant, item: Article | null, values: ArticleValues) =>
  !mayPublish(grant, item?.original_id ?? values.original_id)

const createViews = (grant: NewsroomGrant): Views<Article, ArticleValues, ArticleRow> => ({
  Row: (props) => <NewsRow {...props} grant={grant} />,
  AttentionList: (props) => <AttentionList {...props} grant={grant} />,
  ...(grant.kind === "editor" && { Controls: NewsControls }),
  Form: ArticleForm,
  Actions: (props) =>
    mayOnlyStoreDrafts(grant, props.item, props.values) ? (
      <ReadyActions {...props} />
    ) : (
      <EditorActions {...props} />
    ),
  isDraftOnly: (item, values) => mayOnlyStoreDrafts(grant, item, values),
  getState: (item) => `admin:news.${getPublishingState(item)}`,
  mayEdit: () => grant.kind === "editor",
  getSaveLabel,
  filters: {
    published: "admin:news.published",
    draft: "admin:news.draft",
    planned: "admin:news.planned",
    featured: "admin:news.featured",
    outdated: "newsroom:filters.outdated",
    to_publish: "newsroom:filters.to_publish",
    to_en: "newsroom:filters.to_en",
    to_lv: "newsroom:filters.to_lv",
    to_et: "newsroom:filters.to_et",
    to_lt: "newsroom:filters.to_lt",
    to_ru: "newsroom:filters.to_ru",
  },
  listLabel: "admin:news.list",
  searchLabel: "admin:news.search",
  ...(grant.kind === "editor" && { createLabel: "admin:news.create" as const }),
  createTitle: "admin:news.form.new",
  editTitle: (values) => (values?.original_id ? "newsroom:form.edit" : "admin:news.form.edit"),
})

function NewsroomScreen({ grant }: { grant: NewsroomGrant }) {
  const [screen] = useState(() => ({
    resource: createNewsResource(grant),
    views: createViews(grant),
  }))
  return <AdminScreen {...screen} />
}

/** Renders the newsroom. A grant contains the rights of a member in the newsroom, as an editor or a translator. */
export default function NewsAdmin() {
  const gate = useStore($gate)
  if (gate.status !== "granted" || !gate.newsroom) return null
  // A changed grant has another key, so that React creates a new screen.
  return <NewsroomScreen key={JSON.stringify(gate.newsroom)} grant={gate.newsroom} />
}
