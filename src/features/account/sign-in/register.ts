import { pageTranslate } from "../../../i18n/page-translate.ts"
import { dropLinkToken, takeLinkToken } from "../link-token.ts"
import { signUp } from "./calls.ts"
import { checkSignUp } from "./checks.ts"
import { startEntry } from "./log-in.ts"
import { setHeading, setLead } from "./start-form.ts"

const FORM_VIEW = "form"

const getWelcomeTexts = (key: "account:register.setup.done" | "common:toasts.registered") => ({
  title: `${key}.title` as const,
  text: `${key}.text` as const,
})

export function startRegister(): void {
  /** Token of the setup link. The server prints this link at its start as long as the site has no super admin. */
  const setup = takeLinkToken("setup")
  if (setup) {
    const t = pageTranslate()
    setHeading(FORM_VIEW, t("account:register.setup.title"))
    setLead(FORM_VIEW, t("account:register.setup.lead"))
    // A sign-up with Google would ignore the setup link.
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
          // The setup link creates the super admin, even while another member is logged in.
          isOpenToMembers: true,
        }
      : { welcome: getWelcomeTexts("common:toasts.registered") }),
  })
}
