/** Everything that the member likes. */
import { useStore } from "@nanostores/react"
import { useEffect, useId } from "react"
import type { MessageKey } from "../../i18n/keys.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { LoadFailed, LoadingRows } from "../../ui/LoadState.tsx"
import { Modal } from "../../ui/Modal.tsx"
import { LikedRows } from "./LikedRows.tsx"
import { $ownLikes, loadOwnLikes } from "./own-likes.ts"

function Nothing({ title, text }: { title: MessageKey; text: MessageKey }) {
  const t = pageTranslate()
  return (
    <div className="state">
      <h3>{t(title)}</h3>
      <p className="soft">{t(text)}</p>
      <a className="btn btn-ghost btn-small" href={localePath("/music", pageLocale())}>
        {t("music:likes.discover")}
      </a>
    </div>
  )
}

function Content() {
  const likes = useStore($ownLikes)
  switch (likes.status) {
    case "loading":
      return <LoadingRows label="music:likes.loading" />
    case "failed":
      return (
        <LoadFailed
          title="music:likes.failed"
          failure={likes.failure}
          onRetry={() => void loadOwnLikes()}
        />
      )
    case "no-profile":
      return <Nothing title="music:likes.noProfile.title" text="music:likes.noProfile.text" />
    case "ready":
      return likes.liked.length > 0 ? (
        <LikedRows liked={likes.liked} />
      ) : (
        <Nothing title="music:likes.empty.title" text="music:likes.empty.text" />
      )
  }
}

export function LikesDialog({ onClose }: { onClose: () => void }) {
  const t = pageTranslate()
  const id = useId()
  useEffect(() => void loadOwnLikes(), [])
  return (
    <Modal labelledBy={id} className="likes-dialog" isFocused onCancel={onClose}>
      <h2 id={id}>{t("music:likes.title")}</h2>
      <Content />
      <div className="dialog-actions">
        <button className="btn btn-ghost btn-small" type="button" onClick={onClose}>
          {t("music:likes.close")}
        </button>
      </div>
    </Modal>
  )
}
