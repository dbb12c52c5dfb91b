import { type PointerEvent, useEffect, useRef, useState } from "react"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { Button } from "../../../ui/Button.tsx"
import { Dialog } from "../../../ui/dialog/Dialog.tsx"
import { clampFraming, createCenterFraming, cropPicture, getSquare, ZOOM_MAX } from "./crop.ts"

interface Props {
  bitmap: ImageBitmap
  /** Maximum width and height of the cropped picture in pixels. */
  maxSide: number
  onCrop: (picture: File) => void
  onCancel: () => void
}

/** Width and height of the round frame in CSS pixels. */
const FRAME_PIXELS = 260
/** Canvas pixels per CSS pixel, for sharp pictures on high-resolution screens. */
const CANVAS_SCALE = 2
/** Distance that an arrow key moves the square, as a fraction of the square's side. */
const KEY_STEP = 0.05

const DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Lets the member move and zoom a picture. The square behind the round frame becomes the profile picture. */
export function CropDialog({ bitmap, maxSide, onCrop, onCancel }: Props) {
  const t = pageTranslate()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [framing, setFraming] = useState(() => createCenterFraming(bitmap))
  const square = getSquare(bitmap, framing)

  useEffect(() => {
    const { left, top, side } = getSquare(bitmap, framing)
    const element = canvas.current
    element
      ?.getContext("2d")
      ?.drawImage(bitmap, left, top, side, side, 0, 0, element.width, element.height)
  }, [bitmap, framing])

  /** Moves the square. `x` and `y` are pixels of the bitmap. */
  const moveSquare = (x: number, y: number) =>
    setFraming((previous) =>
      clampFraming(bitmap, { ...previous, x: previous.x + x, y: previous.y + y }),
    )

  function handleDrag({ buttons, movementX, movementY }: PointerEvent) {
    const scale = square.side / FRAME_PIXELS
    const isMainButtonPressed = buttons === 1
    if (isMainButtonPressed) moveSquare(-movementX * scale, -movementY * scale)
  }

  return (
    <Dialog
      className="w-max"
      title={t("profile:crop.title")}
      cancel={t("profile:crop.cancel")}
      onCancel={onCancel}
      actions={
        <Button
          className="btn-small"
          onClick={() => void cropPicture(bitmap, square, maxSide).then(onCrop)}
        >
          {t("profile:crop.use")}
        </Button>
      }
    >
      <p className="hint mt-1 max-w-65">{t("profile:crop.hint")}</p>
      <canvas
        ref={canvas}
        className="mx-auto mt-4 block cursor-grab touch-none rounded-full bg-night"
        style={{ width: FRAME_PIXELS, height: FRAME_PIXELS }}
        width={FRAME_PIXELS * CANVAS_SCALE}
        height={FRAME_PIXELS * CANVAS_SCALE}
        tabIndex={0}
        role="img"
        aria-label={t("profile:crop.frame")}
        onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
        onPointerMove={handleDrag}
        onKeyDown={(event) => {
          const [x, y] = DIRECTIONS[event.key] ?? [0, 0]
          if (x === 0 && y === 0) return
          event.preventDefault()
          moveSquare(x * square.side * KEY_STEP, y * square.side * KEY_STEP)
        }}
      />
      <label className="field mt-4">
        <span className="label">{t("profile:crop.zoom")}</span>
        <input
          className="w-full accent-glow"
          type="range"
          min={1}
          max={ZOOM_MAX}
          step={0.05}
          value={framing.zoom}
          onChange={({ target }) =>
            setFraming(clampFraming(bitmap, { ...framing, zoom: target.valueAsNumber }))
          }
        />
      </label>
    </Dialog>
  )
}
