import { signUp } from "../session/actions.ts"
import { checkSignUp } from "./checks.ts"
import { startForm } from "./start-form.ts"

startForm({
  steps: {
    check: checkSignUp,
    send: ({ confirm_password: _, ...body }) => signUp(body),
  },
  welcome: { title: "common:toasts.registered.title", text: "common:toasts.registered.text" },
})
