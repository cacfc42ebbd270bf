import { useEffect, useRef, useState } from 'react'
import { WRONG } from '~/app/components/form/wrong'
import { CircleAlertIcon, PlusIcon } from '~/app/components/icons'
import { useText } from '~/app/i18n/text'
import { type Sampled, useSamples } from './use-samples'

const TAGS = ['[TEAM_HASH]', '[LEET]', '[CLEET]', '[GUID]'] as const

interface FlagTemplateProps {
  template: string
  error: string | null
  first: Sampled
  source: string
}

export function FlagTemplate({ template: given, error, first, source }: FlagTemplateProps) {
  const t = useText()
  const [template, setTemplate] = useState(given)
  const sampled = useSamples(source, template, given, first)
  const input = useRef<HTMLInputElement>(null)
  // The reader or the browser may have filled the field before the script ran.
  useEffect(() => setTemplate(input.current!.value), [])
  const put = (tag: string) => {
    const field = input.current!
    const [from, to] = [field.selectionStart ?? template.length, field.selectionEnd ?? template.length]
    // These tags count only at the beginning.
    const leads = tag === '[LEET]' || tag === '[CLEET]'
    const text = template.replace(/^\[C?LEET\]/, '')
    setTemplate(leads ? tag + text : template.slice(0, from) + tag + template.slice(to))
    field.focus()
  }
  return (
    <div className="stack-16">
      <div className="field">
        <label className="label" htmlFor="template">
          {t('flags:template.label')}
        </label>
        <input
          ref={input}
          className="input mono"
          id="template"
          name="template"
          value={template}
          onChange={(event) => setTemplate(event.target.value)}
          maxLength={120}
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="off"
          {...(error && WRONG)}
          aria-describedby={error ? 'template-error template-hint' : 'template-hint'}
        />
        {error && (
          <span className="field-error" id="template-error">
            <CircleAlertIcon />
            {error}
          </span>
        )}
        <span className="hint" id="template-hint">
          {t('flags:template.hint')}
        </span>
      </div>
      <div className="row js-only">
        {TAGS.map((tag) => (
          <button key={tag} type="button" className="btn sm mono" onClick={() => put(tag)}>
            <PlusIcon className="i12" />
            {tag}
          </button>
        ))}
      </div>
      <dl className="samples">
        {TAGS.map((tag) => (
          <div key={tag}>
            <dt>{tag}</dt>
            <dd>{t(`flags:template.tag.${tag.slice(1, -1)}`)}</dd>
          </div>
        ))}
      </dl>
      {(sampled.bits >= 1 || sampled.fault) && <Strength sampled={sampled} />}
      <Samples sampled={sampled} />
    </div>
  )
}

/** Hidden for [GUID] and [TEAM_HASH] (also of a blank template), whose flags cannot be guessed. */
function Strength({ sampled: { bits, least, fault } }: { sampled: Sampled }) {
  const t = useText()
  const n = Math.floor(bits)
  return (
    <div className="field">
      <span className="label" id="strength">
        {t('flags:template.entropy')}
      </span>
      <progress max={least * 2} value={Math.min(bits, least * 2)} aria-labelledby="strength" />
      <span className={fault ? 'field-error' : 'hint'} role="status">
        {fault ?? t(bits >= least ? 'flags:template.enough' : 'flags:template.bits', { n, least })}
      </span>
    </div>
  )
}

function Samples({ sampled: { samples } }: { sampled: Sampled }) {
  const t = useText()
  return (
    <div className="stack">
      <h3 className="label">{t('flags:template.samples')}</h3>
      <ul className="samples">
        {samples.map(({ id, team, flag }) => (
          <li key={id}>
            <span className="truncate">
              {team === null ? t('flags:template.any_team') : <bdi>{team}</bdi>}
            </span>
            <span>
              <mark>{flag}</mark>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
