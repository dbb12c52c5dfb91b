import { useRef, useState } from "react"
import * as z from "zod/mini"
import { formatDate } from "../../../i18n/dates.ts"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { formatRelativeTime } from "../../../i18n/relative-time.ts"
import { createLoadable } from "../../../islands/query.ts"
import { call, createFailure } from "../../../shared/call.ts"
import { Button } from "../../../ui/Button.tsx"
import { focusIfLost } from "../../../ui/dialog/focus-if-lost.ts"
import { Form } from "../../../ui/forms/Form.tsx"
import { getFailureMessage } from "../../../ui/forms/failure-message.ts"
import { TextField } from "../../../ui/forms/fields.tsx"
import { createForm } from "../../../ui/forms/form.ts"
import { SettingsBlock } from "../../../ui/forms/SettingsBlock.tsx"
import { checkWithSchema } from "../../../ui/forms/submission.ts"
import { useForm } from "../../../ui/forms/use-form.ts"
import { Icon } from "../../../ui/icons.tsx"
import { showOutcome, showSuccess } from "../../../ui/toast/show-outcome.ts"
import { ActionButton } from "../ActionButton.tsx"
import { FormNotice } from "../FormNotice.tsx"
import { Loaded } from "../Loaded.tsx"
import { $account, type Account, createOwnQuery } from "../own-account.ts"
import { type Passkey, passkeyNameBody, passkeyRow } from "../passkeys/schema.ts"
import { getDeviceName } from "./device-name.ts"

const PATH = "/api/account/passkeys"

const $passkeys = createOwnQuery(PATH, z.object({ passkeys: z.array(passkeyRow) }))
const $passkeysState = createLoadable($passkeys)

const readRow = (json: unknown) => z.parse(passkeyRow, json)

function updateCaches(account: Account, passkeys: Passkey[]): void {
  $passkeys.mutate({ passkeys })
  $account.mutate({ ...account, has_passkey: passkeys.length > 0 })
}

function RenameForm({ passkey, onDone }: { passkey: Passkey; onDone: (row?: Passkey) => void }) {
  const t = pageTranslate()
  const [form] = useState(() =>
    createForm(
      { name: passkey.name },
      {
        check: (values) => checkWithSchema(passkeyNameBody, values),
        send: (payload) =>
          call(`${PATH}/${passkey.id}`, { method: "PATCH", payload, read: readRow }),
      },
    ),
  )
  const { field, failure, isSending } = useForm(form)

  async function save() {
    const result = await form.submit()
    if (result?.ok) onDone(result.body)
  }

  return (
    <Form className="grid gap-3" failure={failure} onSubmit={save}>
      <TextField {...field("name")} label={t("security:passkeys.name")} />
      <FormNotice failure={failure} />
      <div className="flex flex-wrap gap-2.5">
        <Button className="btn-small" type="submit" isBusy={isSending}>
          {t(isSending ? "security:passkeys.saving" : "security:passkeys.save")}
        </Button>
        <Button className="btn-ghost btn-small" onClick={() => onDone()}>
          {t("security:factor.cancel")}
        </Button>
      </div>
    </Form>
  )
}

interface RowProps {
  passkey: Passkey
  onRenamed: (row: Passkey) => void
  onRemoved: () => void
}

function PasskeyRow({ passkey, onRenamed, onRemoved }: RowProps) {
  const t = pageTranslate()
  const { id, name, created_at, last_used_at } = passkey
  const [isRenaming, setIsRenaming] = useState(false)

  async function remove() {
    const result = await call(`${PATH}/${id}`, { method: "DELETE" })
    // `not_found`: the passkey was already removed on another device.
    const isRemoved = result.ok || result.failure.code === "not_found"
    if (isRemoved) onRemoved()
    const successToast = {
      title: t("security:passkeys.removed"),
      text: t("security:passkeys.removedText", { name }),
    }
    showOutcome(isRemoved ? null : result, successToast, "security:passkeys.removeFailed", name)
  }

  return (
    <li className="flex flex-wrap items-start gap-x-3.5 gap-y-3 border-line py-4 first:pt-0 not-first:border-t">
      <span className="mt-0.5 shrink-0 text-soft">
        <Icon name="lock" size={24} />
      </span>
      {isRenaming ? (
        <div className="min-w-0 flex-1">
          <RenameForm
            passkey={passkey}
            onDone={(row) => {
              setIsRenaming(false)
              if (row) onRenamed(row)
            }}
          />
        </div>
      ) : (
        <>
          <div className="min-w-40 flex-1">
            <strong className="wrap-anywhere">{name}</strong>
            <p className="hint mt-0.5">
              {t("security:passkeys.created", {
                date: formatDate(created_at, "date", pageLocale()),
              })}
            </p>
            <p className="hint mt-0.5">
              {last_used_at
                ? t("security:passkeys.lastUsed", {
                    time: formatRelativeTime(last_used_at, Date.now(), t),
                  })
                : t("security:passkeys.unused")}
            </p>
          </div>
          <div className="flex flex-wrap gap-2.5">
            <Button
              className="btn-ghost btn-small"
              aria-label={t("security:passkeys.renameItem", { name })}
              onClick={() => setIsRenaming(true)}
            >
              {t("security:passkeys.rename")}
            </Button>
            <ActionButton
              className="btn-ghost btn-small"
              label={t("security:passkeys.removeItem", { name })}
              text="security:passkeys.remove"
              busyText="security:passkeys.removing"
              action={remove}
            />
          </div>
        </>
      )}
    </li>
  )
}

/**
 * Creates a passkey and stores it. Returns null if the browser created no passkey, for example because the member
 * closed the browser's dialog.
 */
async function addPasskey() {
  const { createPasskey } = await import("../passkeys/authenticator.ts")
  const created = await createPasskey(`${PATH}/options`)
  if (!created?.ok) return created
  const name = getDeviceName(navigator.userAgent, pageTranslate())
  const payload = { passkey: created.body, name }
  return call(PATH, { method: "POST", payload, read: readRow })
}

function AddButton({ onAdded }: { onAdded: (row: Passkey) => void }) {
  const t = pageTranslate()
  const [failure, setFailure] = useState("")

  async function add() {
    setFailure("")
    // The code for passkeys cannot be loaded while the browser is offline.
    const result = await addPasskey().catch(() => createFailure("unreachable"))
    if (!result) setFailure(t("security:passkeys.notAdded"))
    else if (!result.ok) setFailure(getFailureMessage(result.failure, t))
    else {
      onAdded(result.body)
      showSuccess("security:passkeys.added", "security:passkeys.addedText")
    }
  }

  if (!("PublicKeyCredential" in window)) {
    return <p className="hint">{t("security:passkeys.unsupported")}</p>
  }
  return (
    <>
      <p className="error empty:hidden" role="alert">
        {failure}
      </p>
      <ActionButton
        className="btn-ghost btn-small"
        text="security:passkeys.add"
        busyText="security:passkeys.adding"
        action={add}
      />
    </>
  )
}

interface ListProps {
  account: Account
  passkeys: Passkey[]
}

function PasskeyList({ account, passkeys }: ListProps) {
  const listElement = useRef<HTMLUListElement>(null)

  function showChanged(rows: Passkey[]): void {
    updateCaches(account, rows)
    // The focused button disappears together with a removed passkey, so the list gets the focus.
    focusIfLost(() => listElement.current)
  }

  return (
    <>
      {passkeys.length > 0 && (
        <ul
          ref={listElement}
          className="rounded-small"
          tabIndex={-1}
          aria-label={pageTranslate()("security:passkeys.title")}
        >
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRenamed={(row) =>
                showChanged(passkeys.map((other) => (other.id === row.id ? row : other)))
              }
              onRemoved={() => showChanged(passkeys.filter(({ id }) => id !== passkey.id))}
            />
          ))}
        </ul>
      )}
      <AddButton onAdded={(row) => updateCaches(account, [...passkeys, row])} />
    </>
  )
}

export function PasskeysBlock({ account }: { account: Account }) {
  const t = pageTranslate()
  return (
    <SettingsBlock title={t("security:passkeys.title")} hint={t("security:passkeys.hint")}>
      <Loaded $state={$passkeysState} texts="security:passkeys." onRetry={$passkeys.invalidate}>
        {({ passkeys }) => <PasskeyList account={account} passkeys={passkeys} />}
      </Loaded>
    </SettingsBlock>
  )
}
