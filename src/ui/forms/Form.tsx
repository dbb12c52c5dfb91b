import { type ComponentProps, useEffect, useRef } from "react"
import type { Failure } from "../../shared/call.ts"

interface Props extends Omit<ComponentProps<"form">, "ref" | "noValidate" | "onSubmit"> {
  failure: Failure | null
  onSubmit: () => Promise<unknown>
}

/** Where to go after a refused try: the first field with an error, else the button just pressed. */
function focusAfterFailure(form: HTMLFormElement): void {
  const invalid = form.querySelector<HTMLElement>("[aria-invalid=true]")
  if (invalid) invalid.focus()
  // It lost the focus while it was disabled.
  else if (!form.contains(document.activeElement)) {
    form.querySelector<HTMLElement>("button[type=submit]")?.focus()
  }
}

/** A form that is sent by a store, which also checks it; each refused try moves the focus. */
export function Form({ failure, onSubmit, ...rest }: Props) {
  const element = useRef<HTMLFormElement>(null)
  const known = useRef<Failure | null>(null)
  useEffect(() => {
    // Mending one field makes a smaller failure, not a new one.
    const isNew = failure !== null && known.current === null
    known.current = failure
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
