import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { WRONG } from '~/app/components/form/wrong'
import { CircleAlertIcon, EyeIcon, type Icon, LinkIcon, ListIcon } from '~/app/components/icons'
import { rawHtml } from '~/app/components/markdown/raw-html'
import { REACHED } from '~/app/components/scrollable'
import { BoldIcon, CodeIcon, ImageIcon, ItalicIcon } from '~/app/components/staff-icons'
import { useText } from '~/app/i18n/text'
import { MARKS, type Mark, marked } from './marks'
import { usePreview } from './use-preview'

interface MarkdownEditorProps {
  name: string
  label: string
  value: string
  error: string | null
  /** Safe HTML of the text, requested without script. */
  preview: string | null
  source: string
}

const ICONS: Record<Mark, Icon> = {
  bold: BoldIcon,
  italic: ItalicIcon,
  code: CodeIcon,
  link: LinkIcon,
  list: ListIcon,
  image: ImageIcon
}
const KEYS: Record<string, Mark> = { b: 'bold', i: 'italic', k: 'link' }

/** Inserts a mark as if typed, so that it can be undone. */
function put(mark: Mark, area: HTMLTextAreaElement): void {
  const { value, selectionStart: start, selectionEnd: end } = area
  const { insert, from, to } = marked(mark, value, start, end)
  area.focus()
  if (!document.execCommand('insertText', false, insert)) {
    area.setRangeText(insert, start, end)
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }
  area.setSelectionRange(from, to)
}

/** Markdown with a preview beside it. Without script a button requests it. */
export function MarkdownEditor({ name, label, value, error, preview, source }: MarkdownEditorProps) {
  const t = useText()
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [open, setOpen] = useState(preview !== null)
  const shown = usePreview(area, source, open, preview ?? '')
  const keys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const mark =
      (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && KEYS[event.key.toLowerCase()]
    if (!mark) return
    event.preventDefault()
    put(mark, event.currentTarget)
  }
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
        <span className="opt">Markdown</span>
      </label>
      <div className="md-editor">
        <div className="md-bar">
          {MARKS.map((mark) => {
            const Shape = ICONS[mark]
            return (
              <button
                key={mark}
                type="button"
                className="btn ghost sm icon-only js-only"
                aria-label={t(`editor:mark.${mark}`)}
                title={t(`editor:mark.${mark}`)}
                onClick={() => put(mark, area.current!)}
              >
                <Shape />
              </button>
            )
          })}
          <button
            type="submit"
            className="btn ghost sm push"
            name="intent"
            value="preview"
            formNoValidate
            aria-pressed={open}
            onClick={(event) => {
              event.preventDefault()
              setOpen(!open)
            }}
          >
            <EyeIcon />
            {t('editor:preview')}
          </button>
        </div>
        <div className="md-panes">
          <textarea
            ref={area}
            id={id}
            name={name}
            className="textarea"
            rows={14}
            spellCheck
            defaultValue={value}
            onKeyDown={keys}
            {...(error && WRONG)}
            aria-describedby={error ? `${id}e` : undefined}
          />
          {open && (
            <section className="md-preview" aria-label={t('editor:preview')} {...REACHED}>
              {shown.failed && <p className="field-error">{t('editor:preview_failed')}</p>}
              <div className="prose" {...rawHtml(shown.html)} />
            </section>
          )}
        </div>
      </div>
      {error && (
        <span className="field-error" id={`${id}e`}>
          <CircleAlertIcon />
          {error}
        </span>
      )}
    </div>
  )
}
