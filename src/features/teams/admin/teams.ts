import { languageFormatters, toTranslationValues } from "../../../ui/forms/multilingual.ts"
import { checkWithSchema } from "../../../ui/forms/submission.ts"
import type { IconName } from "../../../ui/icons.tsx"
import { createDeletion, createRowCall } from "../../admin/list/actions.ts"
import { type Action, createListParams, type Resource } from "../../admin/list/resource.ts"
import {
  type AdminTeamForm,
  adminTeamFields,
  adminTeamForm,
  type ListedTeam,
  listedTeam,
} from "./schema.ts"

const createStatusAction = (
  name: "verify" | "unverify" | "hide" | "show",
  icon: IconName,
  path: "/verified" | "/hidden",
  payload: object,
): Action<ListedTeam> => ({
  name,
  icon,
  label: `admin:teams.${name}.label`,
  itemLabel: `admin:teams.${name}.item`,
  run: createRowCall("teams", path, {
    payload: () => payload,
    getChangedRow: (_, changedTeam) => listedTeam.parse(changedTeam),
  }),
  done: { title: "admin:teams.updated", text: `admin:teams.${name}.done` },
  failed: "admin:teams.updateFailed",
})

const verify: Action<ListedTeam> = {
  ...createStatusAction("verify", "check", "/verified", { is_verified: true }),
  isFor: ({ is_verified }) => !is_verified,
}

const unverify: Action<ListedTeam> = {
  ...createStatusAction("unverify", "block", "/verified", { is_verified: false }),
  isFor: ({ is_verified }) => is_verified,
}

const hide: Action<ListedTeam> = {
  ...createStatusAction("hide", "lock", "/hidden", { is_hidden: true }),
  isDanger: true,
  isFor: ({ is_hidden }) => !is_hidden,
  question: {
    title: "admin:teams.hide.question",
    text: "admin:teams.hide.text",
    confirmLabel: "admin:teams.hide.label",
    busyLabel: "admin:teams.hide.busy",
  },
}

const show: Action<ListedTeam> = {
  ...createStatusAction("show", "eye", "/hidden", { is_hidden: false }),
  isFor: ({ is_hidden }) => is_hidden,
}

export const teams: Resource<ListedTeam, AdminTeamForm> = {
  name: "teams",
  row: listedTeam,
  saved: listedTeam,
  values: adminTeamForm,
  blank: (language) => adminTeamForm.parse({ language, translations: {} }),
  getValues: ({ description, translations, location, ...team }) =>
    adminTeamForm.parse({
      ...team,
      description: description ?? "",
      translations: toTranslationValues(translations, ["description"]),
      location: location ?? "",
    }),
  check: (values) => checkWithSchema(adminTeamFields, values),
  getTitle: ({ name }) => name,
  isPublic: ({ is_hidden }) => !is_hidden,
  publicPath: "/teams",
  getPath: ({ slug }) => `/teams/${slug}`,
  params: createListParams(["verified", "unverified", "hidden"]),
  actions: [verify, unverify, hide, show, createDeletion("teams")],
  bulk: [],
  savedMessage: () => ({ title: "admin:teams.updated", text: "admin:teams.saved" }),
  saveFailed: () => "admin:teams.updateFailed",
  labels: {
    name: "admin:teams.form.name",
    description: "admin:teams.form.description",
    language: "common:languages.originalIs",
    translations: "common:languages.translations",
    location: "admin:teams.form.location",
    cover_image_url: "admin:teams.form.cover",
  },
  formatters: languageFormatters,
}
