/** What members reported, as the admin area's list needs to know it. */
import type { Ask } from "../admin/ask.ts"
import { type ListResource, listParams } from "../admin/resource.ts"
import { type ReportCase, reportCase, titleOf } from "./case.ts"

/** What waits for a decision comes first, so in the address "all" has a word and "open" has none. */
export const reportsQuery = ({ filter = "", ...ask }: Ask): Ask => ({
  ...ask,
  filter: filter === "" ? "open" : filter === "all" ? "" : filter,
})

export const reports: ListResource<ReportCase> = {
  name: "reports",
  readRow: (json) => reportCase.parse(json),
  titleOf,
  params: listParams(
    ["hidden", "dismissed", "team", "post", "profile", "all"],
    ["newest", "oldest"],
  ),
  queryOf: reportsQuery,
  publicPath: "/teams",
  acts: [],
  bulk: [],
}
