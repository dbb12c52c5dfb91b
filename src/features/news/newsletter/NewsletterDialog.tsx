import { useStore } from "@nanostores/react"
import { useEffect, useId, useState } from "react"
import { formatDate } from "../../../i18n/dates.ts"
import { formatLanguageNames } from "../../../i18n/language-names.ts"
import { LOCALE_NAMES, LOCALES, type Locale } from "../../../i18n/locales.ts"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { createQuery, toFailure } from "../../../islands/query.ts"
import { call } from "../../../shared/call.ts"
import { ConfirmDialog } from "../../../ui/dialog/ConfirmDialog.tsx"
import { Dialog } from "../../../ui/dialog/Dialog.tsx"
import { mountDialog } from "../../../ui/dialog/mount-dialog.tsx"
import { CheckField, RadioField } from "../../../ui/forms/fields.tsx"
import { Badge, IconButton, Notice } from "../../admin/parts.tsx"
import { formatFailure, toast, toastError } from "../../admin/toast.ts"
// This import registers the dialog in which the member confirms the identity when the server requires it.
import "../../account/proof/start.ts"
import { Button } from "../../../ui/Button.tsx"
import {
  type ArticleNewsletter,
  articleNewsletter,
  OUTDATED_CHOICES,
  type OutdatedChoice,
} from "./newsletter.ts"

interface Props {
  article: { id: string; title: string; language: Locale }
}

interface StatusProps {
  path: string
  status: ArticleNewsletter
}

function Progress({ status }: Pick<StatusProps, "status">) {
  const t = pageTranslate()
  const { emails, sent, refused, uncertain, begun_at, begun_by, finished_at } = status
  const time = formatDate(finished_at ?? begun_at ?? "", "dateTime", pageLocale())
  return (
    <div className="grid gap-2.5" role="status">
      <p>
        {t(finished_at ? "admin:newsletter.finished" : "admin:newsletter.sending", { time })}
        {begun_by && ` ${t("admin:newsletter.by", { name: begun_by })}`}
      </p>
      <progress
        className="h-2 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-glow [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-glow"
        aria-label={t("admin:newsletter.progress")}
        max={Math.max(emails, 1)}
        value={finished_at ? Math.max(emails, 1) : sent + refused + uncertain}
      />
      <p>{t("admin:newsletter.sent", { count: sent, emails })}</p>
      {refused > 0 && <p className="soft">{t("admin:newsletter.refused", { count: refused })}</p>}
      {uncertain > 0 && (
        <p className="soft">{t("admin:newsletter.uncertain", { count: uncertain })}</p>
      )}
      {!finished_at && <p className="soft">{t("admin:newsletter.goesOn")}</p>}
    </div>
  )
}

function LanguageRow({ path, status, language }: StatusProps & { language: Locale }) {
  const t = pageTranslate()
  const name = LOCALE_NAMES[language]

  async function sendTest() {
    const result = await call(`${path}/test`, {
      method: "POST",
      payload: { language },
    })
    if (result.ok) toast("success", { title: "admin:newsletter.tested" })
    else toastError("admin:newsletter.testFailed", result.failure)
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2.5 last:border-b">
      <span className="min-w-36 flex-1">
        <b lang={language}>{name}</b>{" "}
        <span className="soft">
          {t("admin:newsletter.readers", { count: status.readers[language] ?? 0 })}
        </span>{" "}
        {status.outdated.includes(language) && (
          <Badge tone="bad">{t("admin:newsletter.outdatedBadge")}</Badge>
        )}
      </span>
      <a
        className="link leading-11"
        href={`${path}/preview?language=${language}`}
        target="_blank"
        rel="noreferrer"
        aria-label={t("admin:newsletter.previewIn", { language: name })}
      >
        {t("admin:newsletter.preview")}
      </a>
      <Button
        className="btn-ghost btn-small"
        disabled={!status.can_send}
        aria-label={t("admin:newsletter.testIn", { language: name })}
        onClick={sendTest}
      >
        {t("admin:newsletter.test")}
      </Button>
    </li>
  )
}

const countReaders = (
  readers: ArticleNewsletter["readers"],
  isWanted: (language: Locale) => boolean,
) =>
  LOCALES.filter(isWanted)
    .map((language) => readers[language] ?? 0)
    .reduce((sum, number) => sum + number, 0)

const POLL_INTERVAL_MS = 3_000

/** Dialog that sends an article as a newsletter, which is possible once. Shows the recipients and the progress. */
function NewsletterDialog({ article, onClose }: Props & { onClose: () => void }) {
  const t = pageTranslate()
  const checkId = useId()
  const outdatedId = useId()
  const path = `/api/admin/news/${article.id}/newsletter`
  const [$status] = useState(() => createQuery(path, articleNewsletter))
  const { data: status, error } = useStore($status)
  /** Whether readers whose language has no translation also get the newsletter. */
  const [isForAll, setIsForAll] = useState(false)
  /** What readers of outdated translations get. An empty string until the member has chosen. */
  const [outdatedChoice, setOutdatedChoice] = useState<OutdatedChoice | "">("")
  const [isConfirming, setIsConfirming] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const isSending = Boolean(status?.begun_at && !status.finished_at)

  useEffect(() => {
    if (!isSending) return
    const timer = setInterval(() => $status.revalidate(), POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [$status, isSending])

  async function send() {
    setIsConfirming(false)
    setIsBusy(true)
    const result = await call(path, {
      method: "POST",
      payload: { for_all: isForAll, ...(outdatedChoice && { outdated: outdatedChoice }) },
    })
    setIsBusy(false)
    if (!result.ok) toastError("admin:newsletter.sendFailed", result.failure)
    // The status is read even after a failure, because the server may have handled a request whose response was lost.
    $status.revalidate()
  }

  const isInArticle = (language: Locale) => status?.languages.includes(language) ?? false
  const readersInLanguages = status ? countReaders(status.readers, isInArticle) : 0
  const otherReaders = status
    ? countReaders(status.readers, (language) => !isInArticle(language))
    : 0
  const recipientCount = readersInLanguages + (isForAll ? otherReaders : 0)
  const isNotStarted = status && !status.begun_at
  const hasOutdated = status ? status.outdated.length > 0 : false
  return (
    <Dialog
      className="max-h-[min(700px,100dvh-32px)] w-[min(560px,100%-32px)] open:flex open:flex-col"
      title={t("admin:newsletter.title")}
      isDialogFocused
      cancel={t("admin:editor.close")}
      onCancel={onClose}
      actions={
        <>
          {!status && error && (
            <Button className="btn-small" onClick={$status.invalidate}>
              {t("common:tryAgain")}
            </Button>
          )}
          {isNotStarted && (
            <Button
              className="btn-small"
              disabled={
                isBusy ||
                recipientCount === 0 ||
                !status.can_send ||
                (hasOutdated && outdatedChoice === "")
              }
              aria-busy={isBusy}
              onClick={() => setIsConfirming(true)}
            >
              {t("admin:newsletter.send", { count: recipientCount })}
            </Button>
          )}
        </>
      }
    >
      <p className="mt-2 wrap-anywhere" lang={article.language}>
        {article.title}
      </p>
      <div className="mt-4.5 grid min-h-0 flex-1 content-start gap-4.5 overflow-y-auto">
        {!status && error && (
          <p className="error" role="alert">
            {formatFailure("admin:newsletter.loadFailed", toFailure(error))}
          </p>
        )}
        {!status && !error && <span className="skeleton h-50" />}
        {status && !status.can_send && <Notice tone="bad">{t("admin:newsletter.noWay")}</Notice>}
        {status && !isNotStarted && <Progress status={status} />}
        {isNotStarted && (
          <>
            <p className="soft">{t("admin:newsletter.lead")}</p>
            {hasOutdated && (
              <div className="grid gap-2.5">
                <Notice tone="bad">
                  {t("admin:newsletter.outdated", {
                    count: status.outdated.length,
                    languages: formatLanguageNames(status.outdated),
                  })}
                </Notice>
                <RadioField
                  id={outdatedId}
                  error={undefined}
                  label={t("admin:newsletter.outdatedChoice")}
                  value={outdatedChoice}
                  options={OUTDATED_CHOICES.map((value) => ({
                    value,
                    label: t(`admin:newsletter.outdatedChoices.${value}`, {
                      language: LOCALE_NAMES[article.language],
                    }),
                  }))}
                  onChange={setOutdatedChoice}
                />
              </div>
            )}
            <ul>
              {status.languages.map((language) => (
                <LanguageRow key={language} path={path} status={status} language={language} />
              ))}
            </ul>
            {otherReaders > 0 && (
              <CheckField
                id={checkId}
                error={undefined}
                label={t("admin:newsletter.forAll", { count: otherReaders })}
                hint={t("admin:newsletter.forAllHint", {
                  language: LOCALE_NAMES[article.language],
                })}
                value={isForAll}
                onChange={setIsForAll}
              />
            )}
            {recipientCount === 0 && <p>{t("admin:newsletter.nobody")}</p>}
          </>
        )}
      </div>
      {isConfirming && (
        <ConfirmDialog
          title={t("admin:newsletter.question", { count: recipientCount })}
          text={t("admin:newsletter.onlyOnce")}
          confirm={t("admin:newsletter.send", { count: recipientCount })}
          cancel={t("admin:confirm.cancel")}
          isDanger={false}
          onConfirm={() => void send()}
          onCancel={() => setIsConfirming(false)}
        />
      )}
    </Dialog>
  )
}

export function NewsletterButton({ article }: Props) {
  const t = pageTranslate()
  return (
    <IconButton
      icon="mail"
      aria-haspopup="dialog"
      label={t("admin:newsletter.open", { title: article.title })}
      title={t("admin:newsletter.title")}
      onClick={() =>
        mountDialog(({ onClose }) => <NewsletterDialog article={article} onClose={onClose} />)
      }
    />
  )
}
