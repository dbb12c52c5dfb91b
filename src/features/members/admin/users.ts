import type { MessageKey, Translate } from "../../../i18n/keys.ts"
import { INTL_LOCALES } from "../../../i18n/locales.ts"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { ROLES, type Role } from "../../../schema/roles.ts"
import type { Failure } from "../../../shared/call.ts"
import { $gate } from "../../admin/gate.ts"
import { createDeletion, createQuestion, createRowCall } from "../../admin/list/actions.ts"
import { type Action, createListParams, type ListResource } from "../../admin/list/resource.ts"
import type { Message } from "../../admin/toast.ts"
import { type ListedUser, listedUser, MAX_BLOCK_REASON_LENGTH } from "./schema.ts"

export const getMemberName = ({ display_name }: ListedUser): string =>
  display_name || pageTranslate()("admin:users.unknown")

/** Returns whether the row is the viewer's own account, which most actions exclude. */
export function isOwn({ id }: ListedUser): boolean {
  const gate = $gate.get()
  return gate.status === "granted" && gate.user.id === id
}

const isNotOwn = (user: ListedUser) => !isOwn(user)

/** Creates a function that returns the message for a failure, or null for the default message. */
const createFailureMessage =
  (rateLimitText: MessageKey) =>
  ({ code, errors }: Failure): Message | null => {
    if (code === "rate_limited") return { title: "admin:users.rateLimited", text: rateLimitText }
    if (!errors["id"]) return null
    return { title: "admin:users.invalidInput", text: "errors:fields.invalid_user_id" }
  }

const getRequestFailureMessage = createFailureMessage("errors:problems.rate_limited")

export const createRoleAction = (role: Role): Action<ListedUser> => ({
  name: `role-${role}`,
  icon: "person",
  label: "admin:users.role.label",
  itemLabel: "admin:users.role.item",
  reloadsList: true,
  question: {
    title: "admin:users.role.question",
    text: `admin:users.role.means.${role}`,
    confirmLabel: "admin:users.role.confirm",
    busyLabel: "admin:users.role.busy",
  },
  run: createRowCall("users", "/role", {
    payload: () => ({ role }),
    getChangedRow: (user) => ({ ...user, role }),
  }),
  done: {
    title: "admin:users.role.done",
    text: "admin:users.role.doneText",
    values: { role: pageTranslate()(`admin:users.roles.${role}`) },
  },
  failed: "admin:users.role.failed",
  getFailureMessage: createFailureMessage("admin:users.role.tooMany"),
})

const createActionTexts = (name: "block" | "unblock" | "hide" | "show") => ({
  name,
  label: `admin:users.${name}.label` as const,
  itemLabel: `admin:users.${name}.item` as const,
  done: {
    title: `admin:users.${name}.done` as const,
    text: `admin:users.${name}.doneText` as const,
  },
  failed: `admin:users.${name}.failed` as const,
})

const block: Action<ListedUser> = {
  ...createActionTexts("block"),
  icon: "block",
  isDanger: true,
  appliesTo: (user) => isNotOwn(user) && user.blocked_at === null,
  question: {
    ...createQuestion("users.block"),
    reason: {
      label: "admin:users.block.reason",
      hint: "admin:users.block.reasonHint",
      max: MAX_BLOCK_REASON_LENGTH,
    },
  },
  run: createRowCall("users", "/block", {
    payload: (reason) => ({ reason: reason || null }),
    getChangedRow: (user, _, reason) => ({
      ...user,
      blocked_at: new Date().toISOString(),
      blocked_reason: reason || null,
    }),
  }),
  getFailureMessage: getRequestFailureMessage,
}

const unblock: Action<ListedUser> = {
  ...createActionTexts("unblock"),
  icon: "check",
  appliesTo: (user) => isNotOwn(user) && user.blocked_at !== null,
  run: createRowCall("users", "/block", {
    method: "DELETE",
    getChangedRow: (user) => ({ ...user, blocked_at: null, blocked_reason: null }),
  }),
}

const createHiddenCall = (is_hidden: boolean) =>
  createRowCall<ListedUser>("users", "/hidden", {
    payload: () => ({ is_hidden }),
    getChangedRow: (user) => ({ ...user, is_hidden }),
  })

const hide: Action<ListedUser> = {
  ...createActionTexts("hide"),
  icon: "lock",
  isDanger: true,
  appliesTo: (user) => isNotOwn(user) && user.role !== "super_admin" && !user.is_hidden,
  question: createQuestion("users.hide"),
  run: createHiddenCall(true),
  getFailureMessage: getRequestFailureMessage,
}

const show: Action<ListedUser> = {
  ...createActionTexts("show"),
  icon: "eye",
  appliesTo: ({ is_hidden }) => is_hidden,
  run: createHiddenCall(false),
}

const deletionAction = createDeletion<ListedUser>("users")

/** Returns sentences for the question before a deletion: about teams with a new owner, and about deleted teams. */
function describeOwnedTeams({ owned_teams }: ListedUser, t: Translate): string[] {
  const listFormat = new Intl.ListFormat(INTL_LOCALES[pageLocale()])
  const formatNames = (isPassedOn: boolean) =>
    listFormat.format(
      owned_teams.filter((team) => team.is_passed_on === isPassedOn).map(({ name }) => name),
    )
  const [passedOn, ending] = [formatNames(true), formatNames(false)]
  return [
    ...(passedOn ? [t("admin:users.delete.passesOn", { teams: passedOn })] : []),
    ...(ending ? [t("admin:users.delete.ends", { teams: ending })] : []),
  ]
}

const remove: Action<ListedUser> = {
  ...deletionAction,
  question: { ...deletionAction.question, details: describeOwnedTeams },
  appliesTo: isNotOwn,
  getFailureMessage: createFailureMessage("admin:users.delete.tooMany"),
}

export const users: ListResource<ListedUser> = {
  name: "users",
  row: listedUser,
  getTitle: getMemberName,
  params: createListParams([...ROLES, "newsroom", "blocked", "hidden"]),
  publicPath: null,
  actions: [hide, show, block, unblock, remove],
  bulk: [],
}
