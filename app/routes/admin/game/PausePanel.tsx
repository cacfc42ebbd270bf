import { Confirm } from '~/app/components/form/Confirm'
import { Field } from '~/app/components/form/Field'
import { ANNOUNCED, FormMessage } from '~/app/components/form/FormMessage'
import { Panel } from '~/app/components/Panel'
import { Table } from '~/app/components/table/Table'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import { inputTime } from '~/app/request/input-times'
import { type GamePause, pauseAt } from '~/server/games/constants'
import type { PauseMoves } from '~/server/pause/contract'
import { MINUTE_MS } from '~/server/platform/time'
import { MomentIn } from '../MomentIn'
import type { PauseState } from './pause-forms'

interface PausePanelProps {
  /** The page with the forms. */
  href: string
  /** The last pause, also a past one; null before the first. */
  last: GamePause | null
  now: number
}

const USUAL = 30 * MINUTE_MS

/** The times that would change. */
function Moves({ preview: { total, moves } }: { preview: PauseMoves }) {
  const t = useText()
  const { moment, number } = useFormat()
  const heads = [t('admin:pause.what'), t('admin:pause.before'), t('admin:pause.after')]
  return (
    <>
      <Table label={t('admin:pause.what')} columns={heads.map((text) => ({ text }))}>
        {moves.map(({ what, name, before, after }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a challenge may have several hints
          <tr key={place}>
            <td>
              {t(`admin:pause.moves.${what}`)}
              {name !== null && (
                <>
                  : <bdi>{name}</bdi>
                </>
              )}
            </td>
            <td className="nowrap">{moment(new Date(before))}</td>
            <td className="nowrap">{moment(new Date(after))}</td>
          </tr>
        ))}
      </Table>
      {total > moves.length && (
        <p className="hint">{t('admin:pause.more', { n: number(total - moves.length) })}</p>
      )}
      <p className="hint">{t('admin:pause.instances')}</p>
    </>
  )
}

interface AgreeProps {
  href: string
  preview: PauseMoves
  /** The fields that were previewed; the game is paused by these alone. */
  values: PauseState['values']
}

/** What the pause moves, and then the button that begins it. */
function Agree({ href, preview, values: { until = '', reason = '' } }: AgreeProps) {
  const t = useText()
  const { moment } = useFormat()
  return (
    <div className="stack-16" {...ANNOUNCED}>
      <Moves preview={preview} />
      <form className="row" method="post" action={href}>
        <input type="hidden" name="until" value={until} />
        <input type="hidden" name="reason" value={reason} />
        <button type="submit" className="btn primary" name="intent" value="pause">
          {t('admin:pause.submit_until', { time: moment(new Date(`${until}Z`)) })}
        </button>
      </form>
    </div>
  )
}

/** Pauses and resumes a running game (docs/rules/games.md#pause). */
export function PausePanel({ href, last, now }: PausePanelProps) {
  const t = useText()
  const { moment } = useFormat()
  const previewed = useFormState('previewPause') as PauseState | null
  const sent = useFormState('pause')
  const state = previewed ?? sent
  const pause = pauseAt(last, now)
  const proposed = new Date(Math.ceil((now + USUAL) / MINUTE_MS) * MINUTE_MS).toISOString()
  return (
    <Panel id="pause" title={t('admin:pause.title')} body="stack-16">
      <p>{t('admin:pause.text')}</p>
      {pause && (
        <p>
          {t('admin:pause.in_force', {
            since: moment(new Date(pause.since)),
            until: moment(new Date(pause.until))
          })}
        </p>
      )}
      <FormMessage state={state} />
      <form className="stack" method="post" action={href}>
        <MomentIn
          name="until"
          label={t('admin:pause.until')}
          hint={t('admin:pause.until_hint')}
          state={state}
          value={inputTime(pause?.until ?? proposed)}
        />
        <Field
          name="reason"
          label={t('admin:pause.reason')}
          hint={t('admin:pause.reason_hint')}
          state={state}
          maxLength={500}
          defaultValue={pause?.reason ?? ''}
        />
        <div className="row">
          <button
            type="submit"
            className={`btn${previewed?.preview ? '' : ' primary'}`}
            name="intent"
            value="previewPause"
          >
            {t('admin:pause.preview')}
          </button>
        </div>
      </form>
      {previewed?.preview && <Agree href={href} preview={previewed.preview} values={previewed.values} />}
      {pause && (
        <div className="row">
          <Confirm
            label={t('admin:pause.resume')}
            question={t('admin:pause.resume_question')}
            confirm={t('admin:pause.resume')}
            action={href}
            fields={{ intent: 'resume' }}
          />
        </div>
      )}
    </Panel>
  )
}
