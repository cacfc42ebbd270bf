import { isRouteErrorResponse, useLocation, useRouteError } from '@remix-run/react'
import { createContext, useContext } from 'react'
import { useText } from '~/app/i18n/text'
import type { ErrorNote } from '~/app/request/errors'
import { type ShellData, useShell } from '~/app/request/page/shell'
import { RotateCcwIcon, TrashIcon } from '../icons'
import { richText } from '../markdown/richText'
import { flagOf, Hoist } from '../signal-flags'
import { Main } from './Main'

function TheNowhere() {
  const t = useText()
  const { pathname } = useLocation()
  return (
    <Main>
      <div className="sys">
        <Hoist word="NOWHERE" label={t('system:nowhere.flags')} />
        <h1>{t('system:nowhere.title')}</h1>
        <p>{richText(t, 'system:nowhere.text', { path: <code key="path">{pathname}</code> })}</p>
        <div className="row">
          <a className="btn primary" href="/">
            {t('shell:nav.home')}
          </a>
          <a className="btn" href="/games">
            {t('shell:nav.games')}
          </a>
        </div>
      </div>
    </Main>
  )
}

function Distress({ label }: { label: string }) {
  return (
    <svg className="distress" viewBox="0 0 104 190" role="img" aria-label={label}>
      <path d="M12 0v190" stroke="currentColor" strokeWidth="2" />
      <g transform="translate(16 10) rotate(2) scale(4)">{flagOf('N')}</g>
      <g transform="translate(16 100) rotate(2) scale(4)">{flagOf('C')}</g>
    </svg>
  )
}

interface FallbackProps {
  title: string
  message: string
  details: string
}

const MAX_AREA_LENGTH = 12

function Fallback({ title, message, details }: FallbackProps) {
  const t = useText()
  const { pathname, search } = useLocation()
  return (
    <Main>
      <div className="err">
        <Distress label={t('system:error.flags')} />
        <div>
          <h1>{title}</h1>
          <p className="msg" role="alert">
            {message}
          </p>
          <label className="sr" htmlFor="stack">
            {t('system:error.stack')}
          </label>
          <textarea
            className="textarea"
            id="stack"
            readOnly
            rows={Math.min(MAX_AREA_LENGTH, details.split('\n').length)}
            spellCheck={false}
            value={details}
          />
          <p className="muted">{t('system:error.report')}</p>
          <form className="row mt" action="/clear-cache" method="post" data-clear-cache="">
            <a className="btn primary" href={pathname + search}>
              <RotateCcwIcon />
              {t('common:try_again')}
            </a>
            <input type="hidden" name="from" value={pathname + search} />
            <button type="submit" className="btn">
              <TrashIcon />
              {t('system:error.clean_cache')}
            </button>
            <span className="faint small">{t('system:error.clean_cache_hint')}</span>
          </form>
        </div>
      </div>
    </Main>
  )
}

export function errorTitle(error: unknown, t: (key: string) => string): string {
  if (!isRouteErrorResponse(error)) return t('system:error.title')
  return t(error.status === 404 ? 'system:nowhere.title' : 'system:unexpected.title')
}

function factsOf(pathname: string, shell: ShellData | null, status?: number): string {
  const facts = [
    status && `status   ${status}`,
    `page     ${pathname}`,
    `time     ${new Date().toISOString()}`,
    shell && `request  ${shell.requestId}`
  ]
  return facts.filter(Boolean).join('\n')
}

/** Stack of what the request failed with, for staff; null for others, who see what Remix leaves in production. */
export const StackContext = createContext<string | null>(null)

/** Page for anything a route throws (docs/rules/errors.md#pages). */
export function PageError() {
  const t = useText()
  const error = useRouteError()
  const stackForStaff = useContext(StackContext)
  const shell = useShell()
  const { pathname } = useLocation()
  const title = errorTitle(error, t)
  if (isRouteErrorResponse(error)) {
    if (error.status === 404) return <TheNowhere />
    const note = error.data as ErrorNote | string | null
    const known = typeof note === 'object' && note ? note : null
    const message = known?.message ?? `${error.status} ${error.statusText}`
    const facts = factsOf(pathname, shell, error.status)
    return <Fallback title={title} message={message} details={known ? `${known.code}\n\n${facts}` : facts} />
  }
  const message = error instanceof Error ? error.message : String(error)
  const stack = stackForStaff ?? (error instanceof Error && error.stack ? error.stack : message)
  return <Fallback title={title} message={message} details={`${stack}\n\n${factsOf(pathname, shell)}`} />
}
