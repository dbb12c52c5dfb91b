/** Teams, as the admin area's list and editor need to know them. */
import { call } from "../../call.ts"
import { fieldErrors } from "../../problem.ts"
import { refused } from "../../ui/submission.ts"
import { type Act, deletion, rowCall } from "../admin/act.ts"
import { listParams, type Resource } from "../admin/resource.ts"
import { teamEdit } from "./schema.ts"
import { type ListedTeam, listedTeam, type TeamValues, teamValues } from "./team.ts"

const readTeam = (json: unknown) => listedTeam.parse(json)

const setVerified = (is_verified: boolean) =>
  rowCall(
    ({ id }: ListedTeam) =>
      call(`/api/admin/teams/${id}/verified`, {
        method: "PUT",
        payload: { is_verified },
        read: readTeam,
      }),
    (_, team) => team,
  )

const verify: Act<ListedTeam> = {
  name: "verify",
  icon: "check",
  label: "admin:teams.verify.label",
  itemLabel: "admin:teams.verify.item",
  isFor: ({ is_verified }) => !is_verified,
  run: setVerified(true),
  done: { title: "admin:teams.updated", text: "admin:teams.verify.done" },
  failed: "admin:teams.updateFailed",
}

const unverify: Act<ListedTeam> = {
  name: "unverify",
  icon: "block",
  label: "admin:teams.unverify.label",
  itemLabel: "admin:teams.unverify.item",
  isFor: ({ is_verified }) => is_verified,
  run: setVerified(false),
  done: { title: "admin:teams.updated", text: "admin:teams.unverify.done" },
  failed: "admin:teams.updateFailed",
}

const setHidden = (is_hidden: boolean) =>
  rowCall(
    ({ id }: ListedTeam) =>
      call(`/api/admin/teams/${id}/hidden`, {
        method: "PUT",
        payload: { is_hidden },
        read: readTeam,
      }),
    (_, team) => team,
  )

const hide: Act<ListedTeam> = {
  name: "hide",
  icon: "lock",
  label: "admin:teams.hide.label",
  itemLabel: "admin:teams.hide.item",
  isDanger: true,
  isFor: ({ is_hidden }) => !is_hidden,
  question: {
    title: "admin:teams.hide.ask",
    text: "admin:teams.hide.text",
    confirm: "admin:teams.hide.label",
    busy: "admin:teams.hide.busy",
  },
  run: setHidden(true),
  done: { title: "admin:teams.updated", text: "admin:teams.hide.done" },
  failed: "admin:teams.updateFailed",
}

const show: Act<ListedTeam> = {
  name: "show",
  icon: "eye",
  label: "admin:teams.show.label",
  itemLabel: "admin:teams.show.item",
  isFor: ({ is_hidden }) => is_hidden,
  run: setHidden(false),
  done: { title: "admin:teams.updated", text: "admin:teams.show.done" },
  failed: "admin:teams.updateFailed",
}

export const teams: Resource<ListedTeam, ListedTeam, TeamValues> = {
  name: "teams",
  readRow: readTeam,
  readSaved: readTeam,
  readValues: (json) => teamValues.safeParse(json).data ?? null,
  blank: () => ({ name: "", description: "", location: "", cover_image_url: null }),
  valuesOf: ({ name, description, location, cover_image_url }) => ({
    name,
    description: description ?? "",
    location: location ?? "",
    cover_image_url,
  }),
  check(values) {
    const parsed = teamEdit.safeParse(values)
    return parsed.success
      ? { ok: true, body: parsed.data }
      : refused(fieldErrors(parsed.error.issues))
  },
  titleOf: ({ name }) => name,
  isPublic: ({ is_hidden }) => !is_hidden,
  publicPath: "/teams",
  pathOf: ({ slug }) => `/teams/${slug}`,
  params: listParams(["verified", "unverified", "hidden"]),
  acts: [
    verify,
    unverify,
    hide,
    show,
    deletion("teams", {
      title: "admin:teams.delete.ask",
      text: "admin:teams.delete.text",
      done: { title: "admin:teams.delete.done", text: "admin:teams.delete.doneText" },
      failed: "admin:teams.delete.failed",
    }),
  ],
  bulk: [],
  savedMessage: () => ({ title: "admin:teams.updated", text: "admin:teams.saved" }),
  saveFailed: () => "admin:teams.updateFailed",
  compared: [
    { name: "name", label: "admin:teams.form.name", show: ({ name }) => name },
    {
      name: "description",
      label: "admin:teams.form.description",
      show: ({ description }) => description,
    },
    { name: "location", label: "admin:teams.form.location", show: ({ location }) => location },
    {
      name: "cover_image_url",
      label: "admin:teams.form.cover",
      show: ({ cover_image_url }) => cover_image_url ?? "",
    },
  ],
}
