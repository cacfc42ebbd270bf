import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { WRONG } from '~/app/components/form/wrong'
import { CircleAlertIcon, CircleCheckIcon } from '~/app/components/icons'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { type ComposeView, offsetOf } from './reading'
import { useReading } from './use-reading'

interface ComposeFieldProps {
  text: string
  error: string | null
  /** Most services of a text, and the keys that each may have. */
  max: number
  keys: string
  first: ComposeView | null
  source: string
}

const MIN_LINES = 12

export function ComposeField({ text: given, error, max, keys, first, source }: ComposeFieldProps) {
  const t = useText()
  const [text, setText] = useState(given)
  const reading = useReading(source, text, given, first)
  const field = useRef<HTMLTextAreaElement>(null)
  // The reader or the browser may have filled the field before the script ran.
  useEffect(() => setText(field.current!.value), [])
  const lines = Math.max(text.split('\n').length, MIN_LINES)
  const go = (event: MouseEvent, line: number, column: number) => {
    event.preventDefault()
    const at = offsetOf(field.current!.value, line, column)
    field.current!.focus()
    field.current!.setSelectionRange(at, at)
  }
  return (
    <div className="stack-16">
      <div className="field">
        <label className="label" htmlFor="compose">
          {t('containers:compose.label')}
        </label>
        <div className="compose-text">
          <pre aria-hidden="true">{Array.from({ length: lines }, (_, at) => at + 1).join('\n')}</pre>
          <textarea
            ref={field}
            className="textarea mono"
            id="compose"
            name="containerCompose"
            defaultValue={given}
            onInput={(event) => setText(event.currentTarget.value)}
            rows={lines}
            wrap="off"
            autoComplete="off"
            spellCheck={false}
            autoCapitalize="off"
            {...((error || reading.faults.length > 0) && WRONG)}
            aria-describedby="compose-faults compose-hint"
          />
        </div>
        <div className="compose-faults" id="compose-faults" role="status">
          {error && reading.faults.length === 0 && (
            <span className="field-error">
              <CircleAlertIcon />
              {error}
            </span>
          )}
          {reading.faults.length > 0 && (
            <ul aria-label={t('containers:compose.faults')}>
              {reading.faults.map(({ line, column, text: words }) => (
                <li key={`${line}:${column}:${words}`} className="field-error">
                  <CircleAlertIcon />
                  {/* biome-ignore lint/a11y/useValidAnchor: without script it leads to the field, with it to the line */}
                  <a className="link" href="#compose" onClick={(event) => go(event, line, column)}>
                    {words}
                  </a>
                </li>
              ))}
            </ul>
          )}
          {reading.services.length > 0 && !error && (
            <span className="st8 ok">
              <CircleCheckIcon />
              {t('containers:compose.fine')}
            </span>
          )}
        </div>
        <span className="hint" id="compose-hint">
          {t('containers:compose.hint', { max, keys })}
        </span>
      </div>
      {reading.services.length > 0 && <Services services={reading.services} />}
    </div>
  )
}

function Services({ services }: Pick<ComposeView, 'services'>) {
  const t = useText()
  const { number } = useFormat()
  const sum = (of: (service: ComposeView['services'][number]) => number) =>
    number(services.reduce((all, one) => all + Math.round(10 * of(one)), 0) / 10)
  const heads = ['service', 'image', 'memory', 'cpu', 'ports']
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="compose-services" aria-labelledby="compose-caption" tabIndex={0}>
      <h3 className="label" id="compose-caption">
        {t('containers:compose.caption')}
      </h3>
      <table aria-labelledby="compose-caption">
        <thead>
          <tr>
            {heads.map((key) => (
              <th key={key} scope="col">
                {t(`containers:compose.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {services.map(({ name, image, memoryMb, cores, ports, flag }) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
                {flag && <span className="hint">{t('containers:compose.flag')}</span>}
              </th>
              <td>
                <code>{image}</code>
              </td>
              <td>{number(memoryMb)} MiB</td>
              <td>{number(cores)}</td>
              <td>{ports.length > 0 ? ports.join(', ') : '–'}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {t('containers:compose.together')}
            </th>
            <td>{sum(({ memoryMb }) => memoryMb)} MiB</td>
            <td>{sum(({ cores }) => cores)}</td>
            <td />
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
