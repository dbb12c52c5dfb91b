import type { MessageGroup } from "../../i18n/messages.ts"

/** What the islands of a team's page say. */
export const TEAM_MESSAGES: MessageGroup[] = [
  "teams:page.notFound",
  "teams:page.manage",
  "teams:page.newTab",
  "teams:members",
  "teams:roles",
  "teams:join",
  "teams:leave",
  "teams:people",
  "teams:posts",
  "common:countries",
  "common:limit",
  "common:markdown",
  "common:tryAgain",
  "errors:problems",
  "errors:fields",
  "reports",
]
