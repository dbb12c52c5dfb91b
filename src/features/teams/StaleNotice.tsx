/** Somebody else has saved a newer version; what was typed is still here. */
import { type ReactNode, useEffect, useRef } from "react"

interface Props {
  text: string
  overwriteText: string
  onOverwrite: () => void
  children?: ReactNode
}

export function StaleNotice({ text, overwriteText, onOverwrite, children }: Props) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // In new browsers it gives a promise, which is no way to clean up.
    void place.current?.scrollIntoView({ block: "nearest" })
  }, [])
  return (
    <div ref={place} className="team-stale" role="alert">
      <p>{text}</p>
      <div className="team-stale-ways">
        <button className="btn btn-ghost btn-small" type="button" onClick={onOverwrite}>
          {overwriteText}
        </button>
        {children}
      </div>
    </div>
  )
}
