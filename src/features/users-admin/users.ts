/** Members, as the admin area's list needs to know them, and what is done to them. */
import { call, type Failure } from "../../call.ts"
import type { MessageKey } from "../../i18n/keys.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { type Act, deletion, rowCall } from "../admin/act.ts"
import { $gate } from "../admin/gate.ts"
import { type ListResource, listParams, type Message } from "../admin/resource.ts"
import { BLOCK_REASON_MAX, ROLES } from "./schema.ts"
import { type ListedUser, listedUser, nameOf, type Role } from "./user.ts"

/** Nobody does any of this to themself: what is meant for another row must not hit one's own. */
export function isOwn({ id }: ListedUser): boolean {
  const gate = $gate.get()
  return gate.status === "granted" && gate.user.id === id
}

const isOther = (user: ListedUser) => !isOwn(user)

/** The limits and the ids have words of their own. */
const failureOf =
  (tooMany: MessageKey) =>
  ({ code, errors }: Failure): Message | null => {
    if (code === "rate_limited") return { title: "admin:users.rateLimited", text: tooMany }
    if (!errors["id"]) return null
    return { title: "admin:users.invalidInput", text: "errors:fields.invalid_user_id" }
  }

/** Giving a member this role, asked about first. */
export const roleAct = (role: Role): Act<ListedUser> => ({
  name: `role-${role}`,
  icon: "person",
  label: "admin:users.role.label",
  itemLabel: "admin:users.role.item",
  isReloaded: true,
  question: {
    title: "admin:users.role.ask",
    text: `admin:users.role.means.${role}`,
    confirm: "admin:users.role.confirm",
    busy: "admin:users.role.busy",
  },
  run: rowCall(
    ({ id }: ListedUser) =>
      call(`/api/admin/users/${id}/role`, {
        method: "PUT",
        payload: { role },
        read: () => undefined,
      }),
    (user) => ({ ...user, role }),
  ),
  done: {
    title: "admin:users.role.done",
    text: "admin:users.role.doneText",
    values: { role: pageTranslate()(`admin:users.roles.${role}`) },
  },
  failed: "admin:users.role.failed",
  failure: failureOf("admin:users.role.tooMany"),
})

const block: Act<ListedUser> = {
  name: "block",
  icon: "block",
  label: "admin:users.block.label",
  itemLabel: "admin:users.block.item",
  isDanger: true,
  isFor: (user) => isOther(user) && user.blocked_at === null,
  question: {
    title: "admin:users.block.ask",
    text: "admin:users.block.text",
    confirm: "admin:users.block.label",
    busy: "admin:users.block.busy",
    reason: {
      label: "admin:users.block.reason",
      hint: "admin:users.block.reasonHint",
      max: BLOCK_REASON_MAX,
    },
  },
  run: (rows, reason) =>
    rowCall(
      ({ id }: ListedUser) =>
        call(`/api/admin/users/${id}/block`, {
          method: "PUT",
          payload: { reason: reason || null },
          read: () => undefined,
        }),
      (user) => ({
        ...user,
        blocked_at: new Date().toISOString(),
        blocked_reason: reason || null,
      }),
    )(rows, reason),
  done: { title: "admin:users.block.done", text: "admin:users.block.doneText" },
  failed: "admin:users.block.failed",
  failure: failureOf("errors:problems.rate_limited"),
}

const unblock: Act<ListedUser> = {
  name: "unblock",
  icon: "check",
  label: "admin:users.unblock.label",
  itemLabel: "admin:users.unblock.item",
  isFor: (user) => isOther(user) && user.blocked_at !== null,
  run: rowCall(
    ({ id }: ListedUser) =>
      call(`/api/admin/users/${id}/block`, { method: "DELETE", read: () => undefined }),
    (user) => ({ ...user, blocked_at: null, blocked_reason: null }),
  ),
  done: { title: "admin:users.unblock.done", text: "admin:users.unblock.doneText" },
  failed: "admin:users.unblock.failed",
}

const setHidden = (is_hidden: boolean) =>
  rowCall(
    ({ id }: ListedUser) =>
      call(`/api/admin/users/${id}/hidden`, {
        method: "PUT",
        payload: { is_hidden },
        read: () => undefined,
      }),
    (user) => ({ ...user, is_hidden }),
  )

const hide: Act<ListedUser> = {
  name: "hide",
  icon: "lock",
  label: "admin:users.hide.label",
  itemLabel: "admin:users.hide.item",
  isDanger: true,
  isFor: (user) => isOther(user) && user.role !== "super_admin" && !user.is_hidden,
  question: {
    title: "admin:users.hide.ask",
    text: "admin:users.hide.text",
    confirm: "admin:users.hide.label",
    busy: "admin:users.hide.busy",
  },
  run: setHidden(true),
  done: { title: "admin:users.hide.done", text: "admin:users.hide.doneText" },
  failed: "admin:users.hide.failed",
  failure: failureOf("errors:problems.rate_limited"),
}

const show: Act<ListedUser> = {
  name: "show",
  icon: "eye",
  label: "admin:users.show.label",
  itemLabel: "admin:users.show.item",
  isFor: ({ is_hidden }) => is_hidden,
  run: setHidden(false),
  done: { title: "admin:users.show.done", text: "admin:users.show.doneText" },
  failed: "admin:users.show.failed",
}

const remove: Act<ListedUser> = {
  ...deletion<ListedUser>("users", {
    title: "admin:users.delete.ask",
    text: "admin:users.delete.text",
    done: { title: "admin:users.delete.done", text: "admin:users.delete.doneText" },
    failed: "admin:users.delete.failed",
  }),
  isFor: isOther,
  failure: failureOf("admin:users.delete.tooMany"),
}

export const users: ListResource<ListedUser> = {
  name: "users",
  readRow: (json) => listedUser.parse(json),
  titleOf: nameOf,
  params: listParams([...ROLES, "blocked", "hidden"]),
  publicPath: null,
  acts: [hide, show, block, unblock, remove],
  bulk: [],
}
