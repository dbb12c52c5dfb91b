import { useEffect, useRef, useState } from "react"
import { Icon } from "../../ui/Icon.tsx"

/** How long typing may pause before the search follows, in milliseconds. */
const FOLLOW_AFTER_MS = 220

interface Props {
  label: string
  value: string
  onChange: (value: string) => void
}

/** A search that follows the typing; `value` is what is searched for. */
export function SearchBox({ label, value, onChange }: Props) {
  const [typed, setTyped] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asked = useRef(value)

  useEffect(() => {
    // What comes back from the typing itself must not take a space from under the fingers.
    if (value !== asked.current.trim()) setTyped(value)
    asked.current = value
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  function search(text: string) {
    clearTimeout(timer.current)
    asked.current = text
    onChange(text)
  }

  return (
    <form
      className="tool-search"
      onSubmit={(event) => {
        event.preventDefault()
        search(typed)
      }}
    >
      <Icon name="search" />
      <input
        id="list-search"
        className="input"
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
        onChange={({ target }) => {
          setTyped(target.value)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => search(target.value), FOLLOW_AFTER_MS)
        }}
      />
    </form>
  )
}
