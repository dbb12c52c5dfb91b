import { pageTranslate } from "../../../i18n/page-translate.ts"
import { dropLinkToken, takeLinkToken } from "../link-token.ts"
import { signUp } from "./calls.ts"
import { checkSignUp } from "./checks.ts"
import { startEntry } from "./log-in.ts"
import { setHeading, setLead } from "./start-form.ts"

const getWelcomeTexts = (texts: "account:register.setup.done" | "common:toasts.registered") => ({
  title: `${texts}.title` as const,
  text: `${texts}.text` as const,
})

/** Starts the sign-up page. */
export function startRegister(): void {
  /** Token of the setup link, which the server prints at its start while the site has no super admin. */
  const setup = takeLinkToken("setup")
  if (setup) {
    const t = pageTranslate()
    setHeading("form", t("account:register.setup.title"))
    setLead("form", t("account:register.setup.lead"))
    // The setup link does not work with Google.
    document.querySelector("[data-google]")?.remove()
  }
  startEntry({
    steps: {
      check: checkSignUp,
      async send({ confirm_password: _, ...body }) {
        const result = await signUp(setup ? { ...body, setup } : body)
        if (result.ok) dropLinkToken()
        return result
      },
    },
    ...(setup
      ? {
          welcome: getWelcomeTexts("account:register.setup.done"),
          home: "/admin",
          isForMembers: true,
        }
      : { welcome: getWelcomeTexts("common:toasts.registered") }),
  })
}
