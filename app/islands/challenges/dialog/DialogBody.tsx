import type { ReactNode } from 'react'
import { Banner } from '~/app/components/Banner'
import { type Blood, Pennant } from '~/app/components/game/Pennant'
import { LightbulbIcon } from '~/app/components/icons'
import { rawHtml } from '~/app/components/markdown/raw-html'
import { REACHED } from '~/app/components/scrollable'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { type BoardChallenge, fromWire } from '~/scoring/rules'
import type { Bonus } from '~/server/ledger/contract'
import { usePage } from '../page'
import type { Sheet } from '../props'
import { hoursAndMinutes } from '../words'
import { Files } from './Files'
import { Offers } from './Offers'

export interface DialogBodyProps {
  /** Absent while the board does not have it. */
  challenge: BoardChallenge | undefined
  /** Null while it is being fetched. */
  sheet: Sheet | null
  failed: string | null
  onRetry(): unknown
  hintRefused?: string | null
  /** The reader's team has solved it, and so buys no hints. */
  solved?: boolean
  bonus: Bonus
  now: number
  /** Null for challenges without instances. */
  instance: ReactNode
}

export function DialogBody(props: DialogBodyProps) {
  const {
    challenge,
    sheet,
    failed,
    onRetry,
    hintRefused = null,
    solved = false,
    bonus,
    now,
    instance
  } = props
  const t = useText()
  const bloods = challenge?.bloods ?? []
  const beside = (sheet && sheet.files.length > 0) || bloods.length > 0 || instance
  return (
    <section
      className={beside ? 'dialog-body cols' : 'dialog-body cols alone'}
      aria-label={t('challenges:description')}
      {...REACHED}
    >
      <div>
        {failed && (
          <Banner
            tone="bad"
            inline
            action={
              <button type="button" className="btn sm" onClick={onRetry}>
                {t('common:try_again')}
              </button>
            }
          >
            {failed}
          </Banner>
        )}
        {!sheet && !failed && <Skeleton />}
        {sheet && <Text sheet={sheet} now={now} />}
        {sheet && (
          <Offers key={sheet.id} {...{ sheet, now, solved }} refused={hintRefused} onBought={onRetry} />
        )}
      </div>
      {beside && (
        <aside aria-label={t(instance ? 'instances:box.beside' : 'challenges:beside')}>
          {instance}
          {sheet && sheet.files.length > 0 && <Files files={sheet.files} />}
          {bloods.length > 0 && <Bloods bloods={bloods} bonus={bonus} />}
        </aside>
      )}
    </section>
  )
}

function Skeleton() {
  const t = useText()
  return (
    <div className="stack late">
      <span className="sr" role="status">
        {t('challenges:loading')}
      </span>
      <span className="skeleton w90" />
      <span className="skeleton w70" />
      <span className="skeleton w50" />
    </div>
  )
}

function Text({ sheet, now }: { sheet: Sheet; now: number }) {
  const t = useText()
  return (
    <>
      {sheet.html ? (
        <div className="prose" {...rawHtml(sheet.html)} />
      ) : (
        <p className="muted">{t('challenges:no_text')}</p>
      )}
      {sheet.connections && <div {...rawHtml(sheet.connections)} />}
      {sheet.hints.length > 0 && (
        <ul className="hints" aria-label={t('challenges:hints')}>
          {sheet.hints.map(({ html, at }) => (
            <li key={html}>
              <LightbulbIcon />
              <span {...rawHtml(html)} />
              {at !== null && <Age at={at} now={now} />}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Age({ at, now }: { at: number; now: number }) {
  const t = useText()
  const { span, moment } = useFormat()
  const time = new Date(at)
  return (
    <time dateTime={time.toISOString()} title={`${moment(time)} UTC`}>
      {t('challenges:hint_age', { age: span(now - at) })}
    </time>
  )
}

function Bloods({ bloods, bonus }: { bloods: BoardChallenge['bloods']; bonus: Bonus }) {
  const t = useText()
  const { start } = usePage()
  const shares = [bonus.first, bonus.second, bonus.third]
  return (
    <div>
      <h3>{t('challenges:bloods')}</h3>
      <ol className="blood-list">
        {bloods.map(({ id, name, submitTimeUtc }, index) => (
          <li key={id}>
            <Pennant blood={(index + 1) as Blood} label={t(`challenges:blood.${index + 1}`)} />
            <span className="truncate">
              <bdi>{name}</bdi>
            </span>
            <time dateTime={submitTimeUtc}>
              {hoursAndMinutes(fromWire(submitTimeUtc) - start)}
              {shares[index] ? ` · +${shares[index]! / 10} %` : ''}
            </time>
          </li>
        ))}
      </ol>
    </div>
  )
}
