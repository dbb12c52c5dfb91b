import { LOCALE_NAMES } from "../../../i18n/locales.ts"
import { checkWithSchema } from "../../../ui/forms/submission.ts"
import { createDeletion, createRowCall } from "../../admin/list/actions.ts"
import { type Action, createListParams, type Resource } from "../../admin/list/resource.ts"
import { STATUSES } from "../choices.ts"
import {
  type IdeaValues,
  ideaValues,
  type ListedIdea,
  listedIdea,
  newIdea,
  type Suggestion,
} from "./schema.ts"

const createPopularAction = (name: "popular" | "unpopular"): Action<ListedIdea> => {
  const is_popular = name === "popular"
  const texts = is_popular ? "admin:ideas.popularOn" : "admin:ideas.popularOff"
  return {
    name,
    icon: is_popular ? "star" : "block",
    label: `${texts}.label`,
    itemLabel: `${texts}.item`,
    appliesTo: (idea) => idea.is_popular !== is_popular,
    run: createRowCall("ideas", "/popular", {
      payload: () => ({ is_popular }),
      getChangedRow: (_, idea) => listedIdea.parse(idea),
    }),
    done: { title: "admin:ideas.saved.updated", text: `${texts}.done` },
    failed: "admin:ideas.updateFailed",
  }
}

export const createIdeaValues = ({ title, description, category }: Suggestion): IdeaValues =>
  ideaValues.parse({ title, description, category, is_popular: true })

export const ideas: Resource<ListedIdea, IdeaValues> = {
  name: "ideas",
  row: listedIdea,
  saved: listedIdea,
  values: ideaValues,
  createBlankValues: () => ideaValues.parse({}),
  getValues: ({ reply, language, is_language_guessed, ...idea }) =>
    ideaValues.parse({
      ...idea,
      reply: reply ?? "",
      language: is_language_guessed ? null : language,
    }),
  check: (values) => checkWithSchema(newIdea, values),
  getTitle: ({ title }) => title,
  isPublic: ({ is_popular }) => is_popular,
  publicPath: "/suggest-idea",
  getPath: () => "/suggest-idea",
  params: createListParams(["popular", ...STATUSES]),
  actions: [
    createPopularAction("popular"),
    createPopularAction("unpopular"),
    createDeletion("ideas"),
  ],
  bulk: [],
  getSavedMessage: (before) => ({
    title: before ? "admin:ideas.saved.updated" : "admin:ideas.saved.created",
  }),
  getSaveFailedMessage: (isNew) =>
    isNew ? "admin:ideas.createFailed" : "admin:ideas.updateFailed",
  labels: {
    title: "admin:ideas.form.title",
    description: "admin:ideas.form.description",
    category: "admin:ideas.form.category",
    status: "admin:ideas.form.status",
    reply: "admin:ideas.form.reply",
    is_popular: "admin:ideas.form.popular",
    language: "common:languages.language",
  },
  formatters: {
    language: ({ language }, t) =>
      language ? LOCALE_NAMES[language] : t("common:languages.guess"),
    category: ({ category }, t) => (category ? t(`admin:ideas.categories.${category}`) : ""),
    status: ({ status }, t) => t(`admin:ideas.statuses.${status}`),
  },
}
