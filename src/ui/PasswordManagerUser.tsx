/** Tells password managers whose password a form is about; nobody sees it. */
export function PasswordManagerUser({ email }: { email: string }) {
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
}
