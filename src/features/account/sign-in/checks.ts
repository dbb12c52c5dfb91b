import type { FailureCode } from "../../../shared/call.ts"
import { collectFieldErrors, type FieldErrors } from "../../../shared/problem.ts"
import { type CheckResult, failCheck } from "../../../ui/forms/submission.ts"

type Schemas = typeof import("../schema.ts")

type Parsed<Body> =
  | { success: true; data: Body }
  | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } }

export const loadSchema = () => import("../schema.ts")

/** Creates the check of a form's values. `getFailureCode` returns the failure's code for the errors of the fields. */
const createCheck =
  <Body>(
    pickSchema: (schemas: Schemas) => { safeParse: (input: unknown) => Parsed<Body> },
    getFailureCode: (errors: FieldErrors) => FailureCode = () => "invalid",
  ) =>
  async (input: unknown): Promise<CheckResult<Body>> => {
    // The schemas cannot be loaded while the browser is offline.
    const schemas = await loadSchema().catch(() => null)
    if (!schemas) return failCheck({}, "unreachable")
    const parsed = pickSchema(schemas).safeParse(input)
    if (parsed.success) return { ok: true, body: parsed.data }
    const errors = collectFieldErrors(parsed.error.issues)
    return failCheck(errors, getFailureCode(errors))
  }

const getCredentialsCode = ({ email, password }: FieldErrors): FailureCode =>
  email === "required" || password === "required" ? "credentials_required" : "invalid"

export const checkSignIn = createCheck(({ signInBody }) => signInBody, getCredentialsCode)
export const checkCode = createCheck(({ codeBody }) => codeBody)
export const checkSignUp = createCheck(({ signUpForm }) => signUpForm, getCredentialsCode)
export const checkForgotPassword = createCheck(({ forgotPasswordBody }) => forgotPasswordBody)

export const checkResetPassword = createCheck(
  ({ resetPasswordForm }) => resetPasswordForm,
  ({ token }) => (token ? "link_unusable" : "invalid"),
)
