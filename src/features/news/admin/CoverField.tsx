import { type PointerEvent, useId } from "react"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { TextField } from "../../../ui/forms/fields.tsx"
import type { Form } from "../../../ui/forms/form.ts"
import { PictureField } from "../../../ui/pictures/PictureField.tsx"
import { useFields } from "../../admin/editor/fields.tsx"
import type { Saved } from "../../admin/list/resource.ts"
import { CROPS, type Crop, getCropPosition, type Point } from "../crop.ts"
import { NEWS_LIMITS } from "../schema.ts"
import { news } from "./news.ts"
import type { Article, ArticleValues } from "./schema.ts"

/** Minimum width in pixels. A narrower cover gets a hint. */
const MIN_COVER_WIDTH = 800

const SHOWN_CROPS: Crop[] = ["article", "lead", "card", "list", "share"]

/** Step of the focus point in percent of the width or height of the cover. */
const FOCUS_STEP = 5

const roundToStep = (percent: number) =>
  Math.max(0, Math.min(100, Math.round(percent / FOCUS_STEP) * FOCUS_STEP))

interface FocusProps {
  /** URL of the uploaded cover, which contains its size. */
  url: string
  /** URL of the picture to show, which may not be uploaded yet. */
  src: string
  alt: string
  point: Point
  onChange: (point: Point) => void
}

/** Lets an editor choose the point of the cover that stays visible in all crops. */
function FocusPoint({ url, src, alt, point, onChange }: FocusProps) {
  const t = pageTranslate()
  const id = useId()
  function movePoint({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) {
    const { left, top, width, height } = (
      currentTarget.parentElement ?? currentTarget
    ).getBoundingClientRect()
    onChange({
      x: roundToStep(((clientX - left) / width) * 100),
      y: roundToStep(((clientY - top) / height) * 100),
    })
  }
  const renderSlider = (axis: "x" | "y") => (
    <div className="grid grid-cols-[108px_minmax(0,1fr)] items-center gap-3">
      <label className="text-sm text-soft" htmlFor={`${id}${axis}`}>
        {t(`admin:news.form.focus.${axis}`)}
      </label>
      <input
        id={`${id}${axis}`}
        className="h-11 w-full accent-glow"
        type="range"
        min={0}
        max={100}
        step={FOCUS_STEP}
        value={point[axis]}
        aria-valuetext={`${point[axis]}%`}
        onChange={({ target }) => onChange({ ...point, [axis]: Number(target.value) })}
      />
    </div>
  )
  return (
    <fieldset className="grid gap-2">
      <legend className="hint mb-2">{t("admin:news.form.focus.hint")}</legend>
      <div className="relative mx-auto w-fit cursor-crosshair overflow-hidden rounded-small bg-raise">
        <img
          className="block max-h-80 max-w-full group-aria-busy:opacity-55"
          src={src}
          alt={alt}
          draggable={false}
          onPointerUp={movePoint}
        />
        <span
          className="absolute -m-5.5 size-11 cursor-grab touch-none rounded-full border-3 border-[#fff] bg-[rgb(0_0_0/25%)] [box-shadow:0_0_0_2px_rgb(0_0_0/70%),inset_0_0_0_2px_rgb(0_0_0/70%)]"
          style={{ left: `${point.x}%`, top: `${point.y}%` }}
          onPointerDown={({ currentTarget, pointerId }) =>
            currentTarget.setPointerCapture(pointerId)
          }
          onPointerMove={(event) => event.buttons > 0 && movePoint(event)}
        />
      </div>
      {renderSlider("x")}
      {renderSlider("y")}
      <ul className="grid grid-cols-2 gap-x-3 gap-y-2">
        {SHOWN_CROPS.map((crop) => {
          const { x, y } = getCropPosition(url, crop, point)
          return (
            <li key={crop} className="grid content-end gap-1 text-sm text-soft">
              <img
                className="w-full rounded-[8px] bg-raise object-cover"
                src={src}
                alt=""
                style={{ aspectRatio: CROPS[crop], objectPosition: `${x}% ${y}%` }}
              />
              {t(`admin:news.form.crops.${crop}`)}
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}

interface Props {
  form: Form<ArticleValues, Saved<Article>>
}

export function CoverField({ form }: Props) {
  const t = pageTranslate()
  const { values, change, bind } = useFields(form, news.labels)
  const { cover_image_url, cover_focus_x: x, cover_focus_y: y, language } = values
  const { cover_is_decoration } = values
  const decoration = bind("cover_is_decoration")
  return (
    <>
      <PictureField
        {...bind("cover_image_url")}
        bucket="news-images"
        hint={t("admin:news.form.coverHint")}
        alt={t("admin:news.form.coverAlt")}
        onChange={(cover) =>
          change({
            cover_image_url: cover,
            // A new cover is cropped around its center.
            cover_focus_x: 50,
            cover_focus_y: 50,
            ...(cover !== cover_image_url && { cover_alt: "", cover_is_decoration: false }),
          })
        }
        waitFor={form.waitFor}
        renderRemark={(width) =>
          width < MIN_COVER_WIDTH && (
            <p className="hint">{t("admin:news.form.coverNarrow", { width })}</p>
          )
        }
        renderPreview={(src, alt) => (
          <FocusPoint
            url={cover_image_url ?? ""}
            src={src}
            alt={alt}
            point={{ x, y }}
            onChange={(point) => change({ cover_focus_x: point.x, cover_focus_y: point.y })}
          />
        )}
      />
      {cover_image_url && (
        <div className="check">
          <input
            id={decoration.id}
            type="checkbox"
            checked={cover_is_decoration}
            onChange={({ target }) => decoration.onChange(target.checked)}
          />
          <label htmlFor={decoration.id}>{decoration.label}</label>
        </div>
      )}
      {cover_image_url && !cover_is_decoration && (
        <TextField
          {...bind("cover_alt")}
          hint={t("admin:news.form.coverDescriptionHint")}
          max={NEWS_LIMITS.cover_alt}
          lines={2}
          lang={language}
        />
      )}
    </>
  )
}
