import { checkSignUp } from "./checks.ts"
import { startEntry } from "./entry.ts"
import { signUp } from "./sign-in.ts"

startEntry({
  steps: {
    check: checkSignUp,
    send: ({ confirm_password: _, ...body }) => signUp(body),
  },
  welcome: { title: "common:toasts.registered.title", text: "common:toasts.registered.text" },
})
