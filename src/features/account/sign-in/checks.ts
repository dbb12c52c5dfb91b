/** The forms' checks before they are sent. The schema and its library arrive when a form is first used. */
import type { FailureCode } from "../../../shared/call.ts"
import { type FieldErrors, fieldErrors } from "../../../shared/problem.ts"
import { type Checked, refused } from "../../../ui/forms/submission.ts"
import type {
  CodeBody,
  ForgotPasswordBody,
  ResetPasswordForm,
  SignInBody,
  SignUpForm,
} from "../schema.ts"

type Schema = typeof import("../schema.ts")

/** What `safeParse` answers. */
type Parsed<Body> =
  | { success: true; data: Body }
  | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } }

export const loadSchema = () => import("../schema.ts")

const checkWith =
  <Body>(
    parse: (schema: Schema, input: unknown) => Parsed<Body>,
    codeFor: (errors: FieldErrors) => FailureCode = () => "invalid",
  ) =>
  async (input: unknown): Promise<Checked<Body>> => {
    // Not there without a connection; then nothing else is either.
    const schema = await loadSchema().catch(() => null)
    if (!schema) return refused({}, "unreachable")
    const parsed = parse(schema, input)
    if (parsed.success) return { ok: true, body: parsed.data }
    const errors = fieldErrors(parsed.error.issues)
    return refused(errors, codeFor(errors))
  }

const credentialsCode = ({ email, password }: FieldErrors): FailureCode =>
  email === "required" || password === "required" ? "credentials_required" : "invalid"

export const checkSignIn = checkWith<SignInBody>(
  ({ signInBody }, input) => signInBody.safeParse(input),
  credentialsCode,
)

export const checkCode = checkWith<CodeBody>(({ codeBody }, input) => codeBody.safeParse(input))

export const checkSignUp = checkWith<SignUpForm>(
  ({ signUpForm }, input) => signUpForm.safeParse(input),
  credentialsCode,
)

export const checkForgotPassword = checkWith<ForgotPasswordBody>(({ forgotPasswordBody }, input) =>
  forgotPasswordBody.safeParse(input),
)

/** A token that cannot be one was damaged on its way: no field can mend that. */
export const checkResetPassword = checkWith<ResetPasswordForm>(
  ({ resetPasswordForm }, input) => resetPasswordForm.safeParse(input),
  ({ token }) => (token ? "link_unusable" : "invalid"),
)
