import { useStore } from "@nanostores/react"
import { useEffect } from "react"
import { Form } from "../../ui/Form.tsx"
import { useForm } from "../../ui/use-form.ts"
import { HiddenNote } from "../reports/HiddenNote.tsx"
import { AboutPart } from "./AboutPart.tsx"
import { DetailsPart } from "./DetailsPart.tsx"
import { MusicPart } from "./MusicPart.tsx"
import { keepChanges, profileStore } from "./page.ts"
import { SaveBar } from "./SaveBar.tsx"
import { SignOutDialog } from "./SignOutDialog.tsx"
import type { ProfileState } from "./store.ts"

interface Props {
  state: Extract<ProfileState, { status: "ready" }>
}

const { form, save, $isDirty } = profileStore

export function ProfileForm({ state: { profile, needsSignIn } }: Props) {
  const { failure, isSending, isWaiting } = useForm(form)
  const isDirty = useStore($isDirty)

  useEffect(() => {
    if (isDirty) addEventListener("beforeunload", keepChanges)
    return () => removeEventListener("beforeunload", keepChanges)
  }, [isDirty])

  return (
    <>
      <Form className="profile-form" failure={failure} onSubmit={save}>
        {profile?.is_hidden && <HiddenNote kind="profile" />}
        <AboutPart form={form} memberId={profile?.user_id ?? null} />
        <DetailsPart form={form} />
        <MusicPart form={form} />
        <SaveBar
          isNew={profile === null}
          needsSignIn={needsSignIn}
          isDirty={isDirty}
          isSending={isSending}
          isWaiting={isWaiting}
        />
      </Form>
      <SignOutDialog />
    </>
  )
}
