import { REACHED } from '~/app/components/scrollable'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { InstanceLogLine } from '~/server/instances/contract'
import { useHydrated } from '../runtime/use-hydrated'
import { useLog } from './use-log'

interface InstanceLogProps {
  id: string
  lines: readonly InstanceLogLine[] | null
  live: boolean
  href: string
}

export function InstanceLog({ id, lines: made, live, href }: InstanceLogProps) {
  const t = useText()
  const { clock } = useFormat()
  const hydrated = useHydrated()
  const { lines, silent, follows, follow, box } = useLog({ id, made, live })
  return (
    <section>
      <h3>
        {t('watch:log')}
        <span className="push">{t('watch:log_hint')}</span>
      </h3>
      <div className="stack">
        {live && (
          <div className="row-tight">
            {hydrated ? (
              <label className="switch small">
                <input
                  type="checkbox"
                  role="switch"
                  checked={follows}
                  aria-checked={follows}
                  onChange={({ target }) => follow(target.checked)}
                />
                <span>{t('watch:follow')}</span>
              </label>
            ) : (
              <a className="link small" href={href}>
                {t('watch:refresh')}
              </a>
            )}
          </div>
        )}
        {silent && <p className="hint">{t('watch:silent')}</p>}
        {lines.length > 0 ? (
          <div className="log" ref={box} role="log" aria-label={t('watch:log')} {...REACHED}>
            <ol className="contents">
              {lines.map(({ at, stream, text }, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: equal lines are equal.
                <li key={`${at}-${place}`} className={stream === 'stderr' ? 'er' : undefined}>
                  <time dateTime={new Date(at).toISOString()}>{clock(new Date(at))}</time>
                  <span>
                    {stream === 'stderr' && <i title={t('watch:stderr')}>E </i>}
                    {text}
                  </span>
                </li>
              ))}
            </ol>
          </div>
        ) : (
          !silent && <p className="hint">{t('watch:log_empty')}</p>
        )}
      </div>
    </section>
  )
}
