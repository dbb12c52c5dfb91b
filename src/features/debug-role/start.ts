import { pageTranslate } from "../../i18n/page-translate.ts"
import { failureText } from "../../ui/forms/failure-text.ts"
import { $session, type Session } from "../account/session/session.ts"
import { type FactValue, factsOf, readRoleRow, roleOf, summaryOf } from "./facts.ts"

const t = pageTranslate()

const textOf = (value: FactValue) => ("key" in value ? t(value.key) : value.value)

function write(selector: string, text: string): void {
  const place = document.querySelector(selector)
  if (place) place.textContent = text
}

function showSession(session: Session): void {
  for (const [fact, value] of Object.entries(factsOf(session))) {
    write(`[data-fact=${fact}]`, textOf(value))
  }
  const summary = summaryOf(session)
  const why =
    summary === "denied" && t("account:debug.summary.why", { role: roleOf(session) ?? "" })
  document.querySelector("[data-summary]")?.setAttribute("data-summary", summary)
  write("[data-summary] strong", t(`account:debug.summary.${summary}`))
  write("[data-summary] p", why || "")
}

function showRow(text: string, row: object | null): void {
  const shown = document.querySelector<HTMLElement>("[data-role-row] pre")
  write("[data-role-row] p", text)
  if (!shown) return
  shown.hidden = row === null
  shown.textContent = row && JSON.stringify(row, null, 2)
}

async function showRoleRow(button: HTMLButtonElement): Promise<void> {
  // Not disabled, which would lose the focus.
  if (button.ariaBusy === "true") return
  button.ariaBusy = "true"
  button.textContent = t("account:debug.read.sending")
  const answer = await readRoleRow()
  button.ariaBusy = "false"
  button.textContent = t("account:debug.read.submit")
  if (!answer.ok) return showRow(t(failureText(answer.failure.code)), null)
  const { row, role } = answer.body
  showRow(row ? t("account:debug.read.row") : t("account:debug.read.none", { role }), row)
}

$session.subscribe(showSession)
const button = document.querySelector<HTMLButtonElement>("[data-read-role]")
button?.addEventListener("click", () => void showRoleRow(button))
