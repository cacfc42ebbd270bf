import { useEffect, useId, useRef, useState } from 'react'
import { WRONG } from '~/app/components/form/wrong'
import { CircleAlertIcon, PlusIcon } from '~/app/components/icons'
import { useLocale, useText } from '~/app/i18n/text'
import { useWidget, write } from '~/app/ui/use-widget'
import { type Separator, tagsOf, taken, textOf } from './tags'

interface TagFieldProps {
  name: string
  label: string
  hint?: string
  /** Known entries to suggest; others can be typed. */
  known?: readonly string[]
  separator: Separator
  value: string
  error?: string
  maxLength?: number
}

export function TagField(props: TagFieldProps) {
  const { name, label, hint, known, separator, value, error, maxLength } = props
  const id = useId()
  const t = useText()
  const { place, widget } = useWidget(() => import('~/app/ui/Tags'))
  const field = useRef<HTMLTextAreaElement>(null)
  return (
    <div className="field" {...place}>
      <label className="label" htmlFor={widget ? `${id}w` : id} id={`${id}l`}>
        {label}
      </label>
      <textarea
        id={id}
        name={name}
        className={separator === 'comma' ? 'textarea mono' : 'textarea'}
        rows={separator === 'comma' ? 1 : 3}
        maxLength={maxLength}
        spellCheck={false}
        defaultValue={value}
        ref={field}
        hidden={widget !== null}
        aria-labelledby={`${id}l`}
        aria-describedby={error ? `${id}e ${id}h` : `${id}h`}
        {...(error && WRONG)}
      />
      {widget && <Entries Tags={widget.Tags} {...{ id, field, label, known, separator, error }} />}
      {error && (
        <span className="field-error" id={`${id}e`}>
          <CircleAlertIcon />
          {error}
        </span>
      )}
      <span className="hint" id={`${id}h`}>
        {/* As entries they need no lines. */}
        {!widget && separator === 'line' && `${t('widgets:per_line')} `}
        {hint}
      </span>
    </div>
  )
}

/** A suggestion was taken; it is a whole entry. */
const isChosen = (event: Event) => event instanceof InputEvent && event.inputType === 'insertReplacementText'

interface EntriesProps extends Pick<TagFieldProps, 'label' | 'known' | 'separator' | 'error'> {
  Tags: typeof import('~/app/ui/Tags').Tags
  id: string
  field: React.RefObject<HTMLTextAreaElement>
}

function Entries({ Tags, id, field, label, known, separator, error }: EntriesProps) {
  const t = useText()
  const locale = useLocale()
  const [tags, setTags] = useState(() => tagsOf(field.current?.value ?? '', separator))
  const [typed, setTyped] = useState('')
  // Typed text counts as an entry when the form is saved.
  const all = [...new Set([...tags, ...tagsOf(typed, separator)])]
  const text = textOf(all, separator)
  const untouched = useRef<string | null>(text)
  useEffect(() => {
    if (text === untouched.current) return
    untouched.current = null
    if (field.current) write(field.current, text)
  }, [field, text])
  const add = (more: readonly string[]) => setTags([...new Set([...tags, ...more])])
  const type = (words: string) => {
    const { tags: ended, rest } = taken(words, separator)
    if (ended.length > 0) add(ended)
    setTyped(rest)
  }
  const press = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && typed.trim() !== '') {
      event.preventDefault()
      type(`${typed}\n`)
    } else if (event.key === 'Backspace' && typed === '') setTags(tags.slice(0, -1))
  }
  return (
    <div className="input tag-input">
      {tags.length > 0 && (
        <Tags
          {...{ locale, label, tags }}
          remove={(removed) => setTags(tags.filter((tag) => !removed.has(tag)))}
          removeText={(name) => t('widgets:remove', { name })}
        />
      )}
      <span className="typed">
        <input
          id={`${id}w`}
          value={typed}
          onChange={({ target, nativeEvent }) =>
            type(isChosen(nativeEvent) && known?.includes(target.value) ? `${target.value}\n` : target.value)
          }
          onPaste={(event) => {
            // A one-line field would join the lines.
            const pasted = event.clipboardData.getData('text')
            if (!pasted.includes('\n')) return
            event.preventDefault()
            type(`${typed}${pasted}\n`)
          }}
          onKeyDown={press}
          placeholder={t('widgets:add_hint')}
          list={known && `${id}k`}
          autoComplete="off"
          spellCheck={false}
          aria-describedby={error ? `${id}e ${id}h` : `${id}h`}
          {...(error && WRONG)}
        />
        {known && (
          <datalist id={`${id}k`}>
            {known.map((one) => !tags.includes(one) && <option key={one} value={one} />)}
          </datalist>
        )}
        {typed.trim() !== '' && (
          <button
            type="button"
            className="btn ghost sm icon-only"
            aria-label={t('widgets:add')}
            onClick={() => type(`${typed}\n`)}
          >
            <PlusIcon />
          </button>
        )}
      </span>
    </div>
  )
}
