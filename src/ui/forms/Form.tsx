import { type ComponentProps, useEffect, useRef } from "react"
import type { Failure } from "../../shared/call.ts"

interface Props extends Omit<ComponentProps<"form">, "ref" | "noValidate" | "onSubmit"> {
  failure: Failure | null
  onSubmit: () => Promise<unknown>
}

function focusAfterFailure(form: HTMLFormElement): void {
  const invalid = form.querySelector<HTMLElement>("[aria-invalid=true]")
  if (invalid) invalid.focus()
  // A submit button that is disabled while the form is sent loses the focus.
  else if (!form.contains(document.activeElement)) {
    form.querySelector<HTMLElement>("button[type=submit]")?.focus()
  }
}

/**
 * Renders a form. After a failed submission, focuses the first invalid field. If no field is invalid and the focus was
 * lost, focuses the submit button.
 */
export function Form({ failure, onSubmit, ...rest }: Props) {
  const element = useRef<HTMLFormElement>(null)
  const previousFailure = useRef<Failure | null>(null)
  useEffect(() => {
    const isNew = failure !== null && previousFailure.current === null
    previousFailure.current = failure
    if (isNew && element.current) focusAfterFailure(element.current)
  }, [failure])

  return (
    <form
      {...rest}
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void onSubmit()
      }}
    />
  )
}
