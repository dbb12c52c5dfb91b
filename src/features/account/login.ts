import { checkSignIn } from "./checks.ts"
import { startEntry } from "./entry.ts"
import { signIn } from "./sign-in.ts"

startEntry({
  steps: { check: checkSignIn, send: signIn },
  welcome: { title: "common:toasts.welcomeBack.title", text: "common:toasts.welcomeBack.text" },
})
