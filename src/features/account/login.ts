import { signIn } from "../session/actions.ts"
import { checkSignIn } from "./checks.ts"
import { startForm } from "./start-form.ts"

startForm({
  steps: { check: checkSignIn, send: signIn },
  welcome: { title: "common:toasts.welcomeBack.title", text: "common:toasts.welcomeBack.text" },
})
