/** Ideas, as the admin area's list and editor need to know them. */
import { call } from "../../call.ts"
import { fieldErrors } from "../../problem.ts"
import { type Checked, refused } from "../../ui/submission.ts"
import { type Act, type Done, deletion, rowCall } from "../admin/act.ts"
import { listParams, type Resource } from "../admin/resource.ts"
import { BLANK_IDEA, type IdeaValues, type ListedIdea, listedIdea, readIdeaValues } from "./idea.ts"
import { newIdea, STATUSES } from "./schema.ts"

const readIdea = (json: unknown) => listedIdea.parse(json)

const putPopular = (is_popular: boolean) =>
  rowCall(
    ({ id }: ListedIdea) =>
      call(`/api/admin/ideas/${id}/popular`, {
        method: "PUT",
        payload: { is_popular },
        read: readIdea,
      }),
    (_, idea) => idea,
  )

/** The answer is the idea itself, with the version in it. */
const versionOf = ({ results }: Done<ListedIdea>) =>
  results.flatMap((result) => (result.ok && result.row ? [result.row.content_version] : []))[0]

const popularRun =
  (is_popular: boolean): Act<ListedIdea>["run"] =>
  async (rows, reason) => {
    const answer = await putPopular(is_popular)(rows, reason)
    if (!answer.ok) return answer
    return { ...answer, body: { ...answer.body, content_version: versionOf(answer.body) } }
  }

const popular: Act<ListedIdea> = {
  name: "popular",
  icon: "star",
  label: "admin:ideas.popularOn.label",
  itemLabel: "admin:ideas.popularOn.item",
  isFor: ({ is_popular }) => !is_popular,
  run: popularRun(true),
  done: { title: "admin:ideas.saved.updated", text: "admin:ideas.popularOn.done" },
  failed: "admin:ideas.updateFailed",
}

const unpopular: Act<ListedIdea> = {
  name: "unpopular",
  icon: "block",
  label: "admin:ideas.popularOff.label",
  itemLabel: "admin:ideas.popularOff.item",
  isFor: ({ is_popular }) => is_popular,
  run: popularRun(false),
  done: { title: "admin:ideas.saved.updated", text: "admin:ideas.popularOff.done" },
  failed: "admin:ideas.updateFailed",
}

/** The idea to send, or what is wrong with it. */
export function checkIdea(values: IdeaValues): Checked<object> {
  const parsed = newIdea.safeParse(values)
  return parsed.success
    ? { ok: true, body: parsed.data }
    : refused(fieldErrors(parsed.error.issues))
}

export const ideas: Resource<ListedIdea, ListedIdea, IdeaValues> = {
  name: "ideas",
  readRow: readIdea,
  readSaved: readIdea,
  readValues: readIdeaValues,
  blank: () => BLANK_IDEA,
  valuesOf: ({ title, description, category, is_popular, status, reply }) => ({
    title,
    description,
    category,
    is_popular,
    status,
    reply: reply ?? "",
  }),
  check: checkIdea,
  titleOf: ({ title }) => title,
  isPublic: ({ is_popular }) => is_popular,
  publicPath: "/suggest-idea",
  pathOf: () => "/suggest-idea",
  params: listParams(["popular", ...STATUSES]),
  acts: [
    popular,
    unpopular,
    deletion("ideas", {
      title: "admin:ideas.delete.ask",
      text: "admin:ideas.delete.text",
      done: { title: "admin:ideas.delete.done", text: "admin:ideas.delete.doneText" },
      failed: "admin:ideas.delete.failed",
    }),
  ],
  bulk: [],
  savedMessage: (before) => ({
    title: before ? "admin:ideas.saved.updated" : "admin:ideas.saved.created",
  }),
  saveFailed: (isNew) => (isNew ? "admin:ideas.createFailed" : "admin:ideas.updateFailed"),
  compared: [
    { name: "title", label: "admin:ideas.form.title", show: ({ title }) => title },
    {
      name: "description",
      label: "admin:ideas.form.description",
      show: ({ description }) => description,
    },
    {
      name: "category",
      label: "admin:ideas.form.category",
      show: ({ category }, t) => (category ? t(`admin:ideas.categories.${category}`) : ""),
    },
    {
      name: "status",
      label: "admin:ideas.form.status",
      show: ({ status }, t) => t(`admin:ideas.statuses.${status}`),
    },
    { name: "reply", label: "admin:ideas.form.reply", show: ({ reply }) => reply },
    {
      name: "is_popular",
      label: "admin:ideas.form.popular",
      show: ({ is_popular }, t) => t(is_popular ? "admin:ideas.form.yes" : "admin:ideas.form.no"),
    },
  ],
}
