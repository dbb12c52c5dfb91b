import { useStore } from "@nanostores/react"
import { useId, useState } from "react"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { FormDialog } from "../../../ui/dialog/FormDialog.tsx"
import { ChoiceField } from "../../../ui/forms/fields.tsx"
import { $unmatchedFavorites } from "./unmatched.ts"

interface Props {
  title: string
  text: string
  submit: string
  excludedId?: string
  /** Resolves to true if the dialog may close. */
  onChoose: (id: string) => Promise<boolean>
  onClose: () => void
}

export function ChooseArtistDialog({ title, text, submit, excludedId, onChoose, onClose }: Props) {
  const t = pageTranslate()
  const id = useId()
  const { data } = useStore($unmatchedFavorites)
  const [chosenId, setChosenId] = useState("")
  const [isChoiceMissing, setIsChoiceMissing] = useState(false)
  const [isSending, setIsSending] = useState(false)

  async function choose() {
    if (!chosenId) return setIsChoiceMissing(true)
    if (isSending) return
    setIsSending(true)
    const isDone = await onChoose(chosenId)
    setIsSending(false)
    if (isDone) onClose()
  }

  return (
    <FormDialog
      title={title}
      lead={<p className="soft mt-2">{text}</p>}
      className="w-[min(480px,100%-32px)]"
      cancel={t("admin:confirm.cancel")}
      submit={submit}
      isSending={isSending}
      failure={null}
      onSubmit={choose}
      onCancel={onClose}
    >
      <ChoiceField
        id={id}
        error={isChoiceMissing ? "required" : undefined}
        label={t("admin:artists.choose.label")}
        value={chosenId}
        options={[
          { value: "", label: t("admin:ideas.form.choose") },
          ...(data?.artists ?? [])
            .filter((artist) => artist.id !== excludedId)
            .map((artist) => ({ value: artist.id, label: artist.name })),
        ]}
        onChange={(value) => {
          setChosenId(value)
          setIsChoiceMissing(false)
        }}
      />
    </FormDialog>
  )
}
