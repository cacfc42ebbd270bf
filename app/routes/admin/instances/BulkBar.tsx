import { useLocation } from '@remix-run/react'
import { SquareIcon, TimerIcon, XIcon } from '~/app/components/icons'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { hrefWith } from '~/app/request/paging'
import type { Consequence } from './consequence'
import { EXTENSIONS } from './extensions'
import type { Selection } from './page'
import { BULK_FORM } from './RunningTable'

interface BulkBarProps {
  selection: Selection
  total: number
  extends: boolean
}

export function BulkBar({ selection, total, extends: extendable }: BulkBarProps) {
  const t = useText()
  const { number } = useFormat()
  const here = useLocation()
  const page = new URLSearchParams(here.search).get('page')
  const all = selection === 'all'
  return (
    <form className="bulk-bar" id={BULK_FORM} method="post" action={here.pathname + here.search}>
      <input type="hidden" name="scope" value={all ? 'filter' : 'ticked'} />
      {all ? (
        <span className="n">{t('engines:bulk.all', { count: total })}</span>
      ) : (
        <>
          <span className="n">
            {t('engines:bulk.chosen')} <span className="counted" />
          </span>
          <a className="link small" href={hrefWith(here, { select: 'all', page })}>
            {t('engines:bulk.choose_all', { total: number(total) })}
          </a>
        </>
      )}
      <span className="sep" aria-hidden="true" />
      <span className="acts">
        {extendable && (
          <>
            <span className="row-tight small muted">
              <TimerIcon className="i14" />
              {t('engines:bulk.extend')}
            </span>
            {EXTENSIONS.map((minutes) => (
              <button
                key={minutes}
                type="submit"
                className="btn sm"
                name="intent"
                value={`extend-${minutes}`}
              >
                <span className="sr">{t('engines:bulk.extend')} </span>
                {t('engines:plus_minutes', { minutes })}
              </button>
            ))}
          </>
        )}
      </span>
      <span className="acts push">
        <button type="submit" className="btn danger sm" name="intent" value="stop">
          <SquareIcon />
          {t('engines:bulk.stop')}
        </button>
        <a
          className="btn ghost icon-only sm"
          href={hrefWith(here, { select: null, page })}
          aria-label={t('engines:bulk.clear')}
        >
          <XIcon />
        </a>
      </span>
    </form>
  )
}

interface StopBoxProps {
  ids: string[]
  scope: 'ticked' | 'filter'
  consequence: Consequence
}

/** Focuses the question, which would otherwise be below the fold. */
const FIRST = { autoFocus: true }

export function StopBox({ ids, scope, consequence }: StopBoxProps) {
  const t = useText()
  const here = useLocation()
  const { instances, ...numbers } = consequence
  const lines = (['teams', 'ready', 'waiting', 'tests'] as const).filter((key) => numbers[key] > 0)
  return (
    <section className="stop-box" aria-labelledby="stop">
      <h2 id="stop">{t('engines:stop.question', { count: instances })}</h2>
      <ul className="consequence">
        {lines.map((key) => (
          <li key={key}>
            <b>{numbers[key]}</b>
            <span>{t(`engines:stop.${key}`, { count: numbers[key] })}</span>
          </li>
        ))}
      </ul>
      <p className="hint">{t('engines:stop.hint')}</p>
      <form className="row" method="post" action={here.pathname + here.search}>
        <input type="hidden" name="intent" value="stop" />
        <input type="hidden" name="sure" value="yes" />
        <input type="hidden" name="scope" value={scope} />
        {ids.map((id) => (
          <input key={id} type="hidden" name="ids[]" value={id} />
        ))}
        <a className="btn" href={here.pathname + here.search} {...FIRST}>
          {t('common:cancel')}
        </a>
        <button type="submit" className="btn danger-solid">
          {t('engines:stop.confirm', { count: instances })}
        </button>
      </form>
    </section>
  )
}
