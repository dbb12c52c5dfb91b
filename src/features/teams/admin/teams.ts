import { languageFormatters, toTranslationValues } from "../../../ui/forms/multilingual.ts"
import { checkWithSchema } from "../../../ui/forms/submission.ts"
import { createDeletion, createHiddenActions, createRowCall } from "../../admin/list/actions.ts"
import { type Action, createListParams, type Resource } from "../../admin/list/resource.ts"
import {
  type AdminTeamForm,
  adminTeamFields,
  adminTeamForm,
  type ListedTeam,
  listedTeam,
} from "./schema.ts"

const createVerification = (name: "verify" | "unverify"): Action<ListedTeam> => {
  const is_verified = name === "verify"
  return {
    name,
    icon: is_verified ? "check" : "block",
    label: `admin:teams.${name}.label`,
    itemLabel: `admin:teams.${name}.item`,
    appliesTo: (team) => team.is_verified !== is_verified,
    run: createRowCall("teams", "/verified", {
      payload: () => ({ is_verified }),
      getChangedRow: (_, changedTeam) => listedTeam.parse(changedTeam),
    }),
    done: { title: "admin:teams.updated", text: `admin:teams.${name}.done` },
    failed: "admin:teams.updateFailed",
  }
}

export const teams: Resource<ListedTeam, AdminTeamForm> = {
  name: "teams",
  row: listedTeam,
  saved: listedTeam,
  values: adminTeamForm,
  createBlankValues: (language) => adminTeamForm.parse({ language, translations: {} }),
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
  actions: [
    createVerification("verify"),
    createVerification("unverify"),
    ...createHiddenActions("teams", listedTeam, "admin:teams.updated"),
    createDeletion("teams"),
  ],
  bulk: [],
  getSavedMessage: () => ({ title: "admin:teams.updated", text: "admin:teams.saved" }),
  getSaveFailedMessage: () => "admin:teams.updateFailed",
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
