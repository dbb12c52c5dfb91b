import { useStore } from "@nanostores/react"
import { useEffect, useRef, useState } from "react"
import type * as z from "zod/mini"
import { formatDate } from "../../../i18n/dates.ts"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { localePath } from "../../../i18n/paths.ts"
import { formatRelativeTime } from "../../../i18n/relative-time.ts"
import { QueryState } from "../../../islands/QueryState.tsx"
import { createQuery } from "../../../islands/query.ts"
import { markNotificationsRead } from "../../../session/mark-notifications-read.ts"
import { onMemberLeft } from "../../../session/on-member-left.ts"
import { $session } from "../../../session/session.ts"
import { type CallResult, call } from "../../../shared/call.ts"
import { Button } from "../../../ui/Button.tsx"
import { FormDialog } from "../../../ui/dialog/FormDialog.tsx"
import { focusIfLost } from "../../../ui/dialog/focus-if-lost.ts"
import { openDialog } from "../../../ui/dialog/open-dialog.ts"
import { TextField } from "../../../ui/forms/fields.tsx"
import { createForm } from "../../../ui/forms/form.ts"
import { checkWithSchema } from "../../../ui/forms/submission.ts"
import { useForm } from "../../../ui/forms/use-form.ts"
import { Avatar } from "../../../ui/pictures/Avatar.tsx"
import { showOutcome } from "../../../ui/toast/show-outcome.ts"
import { FormNotice } from "../../account/FormNotice.tsx"
import { MAX_OPENED_IDS } from "../../notifications/schema.ts"
import { decisionBody } from "../forms.ts"
import { type JoinRequest, joinRequests, MAX_MESSAGE_LENGTH } from "../schema.ts"

export const createRequestsQuery = (slug: string) =>
  createQuery(["/api/teams/", slug, "/join-requests"], joinRequests, { requiresLogin: true })

interface PanelProps {
  $requests: ReturnType<typeof createRequestsQuery>
}

export function RequestPanel({ $requests }: PanelProps) {
  const t = pageTranslate()
  const panel = useRef<HTMLElement>(null)
  const { status } = useStore($session)
  useEffect(() => {
    // Scrolls again, because the browser scrolled to the hash before this panel was rendered.
    if (location.hash === "#requests") panel.current?.scrollIntoView()
  }, [])
  return (
    <section
      ref={panel}
      id="requests"
      className="scroll-mt-25 self-start"
      tabIndex={-1}
      aria-labelledby="requests-title"
    >
      <h2 id="requests-title" className="mb-4 text-xl">
        {t("teams:manage.requests.title")}
      </h2>
      {/* When the session ends, the requests are hidden. An open dialog stays, to be used after the next log-in. */}
      {status !== "signed-out" && <Requests $requests={$requests} />}
    </section>
  )
}

/** New status that the owner gives a request. `pending` reopens a declined request. */
type Decision = JoinRequest["status"]

function Requests({ $requests }: PanelProps) {
  const t = pageTranslate()
  const { data } = useStore($requests)
  /** Ids of all requests that were pending at any time since the panel was opened. */
  const pendingIds = useRef(new Set<string>()).current
  useEffect(() => {
    const pending = data?.join_requests.filter(({ status }) => status === "pending") ?? []
    void markNotificationsRead("requests", pending.map(({ id }) => id).slice(0, MAX_OPENED_IDS))
  }, [data])
  if (!data) {
    return (
      <QueryState
        query={$requests}
        loading="teams:manage.requests.loading"
        failed="teams:manage.requests.failed"
      />
    )
  }
  for (const { id, status } of data.join_requests) if (status === "pending") pendingIds.add(id)
  // A request that was decided on this page keeps its place, so that the next click does not hit another row.
  const { current = [], decided = [] } = Object.groupBy(data.join_requests, ({ id }) =>
    pendingIds.has(id) ? "current" : "decided",
  )

  const decide: DecisionHandler = async (id, body) => {
    const { status } = body
    const result = await call(`/api/join-requests/${id}`, {
      method: "PATCH",
      payload: body,
    })
    const cached = $requests.get().data?.join_requests ?? []
    if (result.ok) {
      const changed = cached.map((request) =>
        request.id === id ? { ...request, status } : request,
      )
      $requests.mutate({ join_requests: changed })
    } else if (result.failure.code === "already_decided" || result.failure.code === "not_found") {
      // The owner has decided the request in another tab, or the applicant has withdrawn it.
      $requests.revalidate()
    }
    return result
  }

  return (
    <>
      {current.length > 0 ? (
        <RequestList requests={current} decide={decide} />
      ) : (
        <p className="text-soft">
          {t("teams:manage.requests.empty.title")}. {t("teams:manage.requests.empty.text")}
        </p>
      )}
      {decided.length > 0 && (
        <details className="mt-5">
          <summary className="cursor-pointer py-2 text-md text-soft">
            {t("teams:manage.requests.answered", { count: decided.length })}
          </summary>
          <RequestList requests={decided} decide={decide} />
        </details>
      )}
    </>
  )
}

const RequestList = ({
  requests,
  decide,
}: {
  requests: JoinRequest[]
  decide: DecisionHandler
}) => (
  <ul>
    {requests.map((request) => (
      <RequestRow key={request.id} request={request} decide={decide} />
    ))}
  </ul>
)

/** Returns the possible decisions about a request with this status. An approval is final. */
function listDecisions(status: JoinRequest["status"]): Decision[] {
  if (status === "pending") return ["approved", "rejected"]
  return status === "rejected" ? ["pending"] : []
}

/** Last parts of the message keys of the buttons. The key with `Item` adds the applicant's name for screen readers. */
const BUTTON_TEXTS = { approved: "approve", rejected: "decline", pending: "reopen" } as const

type DecisionHandler = (id: string, body: z.infer<typeof decisionBody>) => Promise<CallResult<void>>

function showDecision(
  result: CallResult<void>,
  id: string,
  decision: Decision,
  name: string,
): void {
  const done = { title: pageTranslate()(`teams:manage.requests.done.${decision}`, { name }) }
  showOutcome(result, done, "teams:manage.requests.updateFailed", id)
}

interface DeclineProps {
  id: string
  name: string
  decide: DecisionHandler
  afterClose: () => void
  onClose: () => void
}

/** Renders the dialog that declines a request, with a field for a message to the applicant. */
function DeclineDialog({ id, name, decide, afterClose, onClose }: DeclineProps) {
  const t = pageTranslate()
  const [form] = useState(() =>
    createForm(
      { message: "" },
      {
        check: ({ message }) => checkWithSchema(decisionBody, { status: "rejected", message }),
        send: (body) => decide(id, body),
      },
    ),
  )
  const { field, failure, isSending } = useForm(form)
  useEffect(() => onMemberLeft(onClose), [onClose])

  function close() {
    onClose()
    afterClose()
  }

  async function submit() {
    const result = await form.submit()
    if (!result) return
    const isDecided =
      result.ok || result.failure.code === "already_decided" || result.failure.code === "not_found"
    // After any other failure, the dialog stays open with the message, and shows the failure.
    if (!isDecided) return
    close()
    showDecision(result, id, "rejected", name)
  }

  return (
    <FormDialog
      title={t("teams:manage.requests.declineTitle", { name })}
      className="w-140"
      cancel={t("teams:create.cancel")}
      submit={t("teams:manage.requests.decline")}
      isSending={isSending}
      failure={failure}
      notice={<FormNotice failure={failure} loginLinkKey="teams:posts.form.signIn" />}
      onSubmit={submit}
      onCancel={close}
    >
      <TextField
        {...field("message")}
        label={t("teams:manage.requests.reply")}
        hint={t("teams:manage.requests.replyHint")}
        max={MAX_MESSAGE_LENGTH}
        lines={3}
      />
    </FormDialog>
  )
}

interface RowProps {
  request: JoinRequest
  decide: DecisionHandler
}

function RequestRow({ request, decide }: RowProps) {
  const t = pageTranslate()
  const locale = pageLocale()
  const row = useRef<HTMLLIElement>(null)
  const [sendingDecision, setSendingDecision] = useState<Decision | null>(null)
  const { id, user_id, message, status, created_at, display_name, avatar_url } = request
  const name = display_name ?? t("teams:people.hiddenName")

  const focusRow = () => focusIfLost(() => row.current ?? document.getElementById("requests"))

  async function handleDecision(decision: Decision) {
    if (sendingDecision) return
    if (decision === "rejected") {
      return openDialog(async () => DeclineDialog, { id, name, decide, afterClose: focusRow })
    }
    setSendingDecision(decision)
    const result = await decide(id, { status: decision })
    setSendingDecision(null)
    showDecision(result, id, decision, name)
    focusRow()
  }

  return (
    <li ref={row} className="flex gap-4 border-t border-line py-4.5 last:border-b" tabIndex={-1}>
      <Avatar name={display_name ?? ""} url={avatar_url} />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <a
          className="font-semibold underline-offset-4 hover:underline"
          href={localePath(`/members/${user_id}`, locale)}
        >
          {name}
        </a>
        <p className="meta mt-1">
          <span className="badge">{t(`teams:manage.requests.status.${status}`)}</span>
          <time dateTime={created_at} title={formatDate(created_at, "dateTime", locale)}>
            {formatRelativeTime(created_at, Date.now(), t)}
          </time>
        </p>
        {message && (
          <p className="mt-2.5 whitespace-pre-line" lang="">
            {message}
          </p>
        )}
        <div className="mt-3 flex flex-wrap gap-2.5 empty:hidden">
          {listDecisions(status).map((decision) => (
            <Button
              key={decision}
              className={`btn-small ${decision === "approved" ? "" : "btn-ghost"}`}
              isBusy={sendingDecision === decision}
              aria-label={t(`teams:manage.requests.${BUTTON_TEXTS[decision]}Item`, { name })}
              onClick={() => void handleDecision(decision)}
            >
              {t(`teams:manage.requests.${BUTTON_TEXTS[decision]}`)}
            </Button>
          ))}
        </div>
      </div>
    </li>
  )
}
