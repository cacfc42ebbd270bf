import { Announce } from '~/app/components/form/Announce'
import { Confirm } from '~/app/components/form/Confirm'
import { Field } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { Panel } from '~/app/components/Panel'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import { inputTime } from '~/app/request/input-times'
import type { ChallengeEdit } from '~/server/challenges/contract'

interface BlockPanelProps {
  gameId: number
  /** The page with its forms. */
  href: string
  challengeId: number
  /** The last time in which no flags were taken; null before the first. */
  block: ChallengeEdit['block']
}

/** Blocks the flags of a challenge that is broken, and takes them again (docs/rules/challenges.md#blocked-flags). */
export function BlockPanel({ gameId, challengeId, href, block }: BlockPanelProps) {
  const t = useText()
  const { moment } = useFormat()
  const state = useFormState('block')
  const blocked = block !== null && block.until === null
  return (
    <Panel title={t('flags:block.title')} body="stack-16">
      <p>{t('flags:block.text')}</p>
      {blocked && <p>{t('flags:block.in_force', { since: moment(new Date(block.since)) })}</p>}
      {block?.until && <Past gameId={gameId} challengeId={challengeId} block={block} until={block.until} />}
      <FormMessage state={state} />
      <form className="stack" method="post" action={href}>
        <input type="hidden" name="intent" value="block" />
        <Field
          name="reason"
          label={t('corrections:reason')}
          hint={t('flags:block.reason_hint')}
          state={state}
          maxLength={500}
          required
          defaultValue={blocked ? block.reason : ''}
        />
        <Announce state={state} />
        <div className="row">
          <button type="submit" className="btn">
            {t(blocked ? 'flags:block.change' : 'flags:block.submit')}
          </button>
        </div>
      </form>
      {blocked && (
        <div className="row">
          <Confirm
            label={t('flags:block.lift')}
            question={t('flags:block.lift_question')}
            confirm={t('flags:block.lift')}
            action={href}
            fields={{ intent: 'unblock' }}
          />
        </div>
      )}
    </Panel>
  )
}

interface PastProps extends Pick<BlockPanelProps, 'gameId' | 'challengeId'> {
  block: NonNullable<ChallengeEdit['block']>
  until: string
}

/** The last time, and the way to an incident of it. */
function Past({ gameId, challengeId, block: { since }, until }: PastProps) {
  const t = useText()
  const { moment } = useFormat()
  const asked = new URLSearchParams({
    kind: 'incident',
    challenge: String(challengeId),
    from: inputTime(since),
    to: inputTime(until)
  })
  return (
    <p>
      {t('flags:block.past', { since: moment(new Date(since)), until: moment(new Date(until)) })}{' '}
      <a className="link" href={`/admin/games/${gameId}/Corrections?${asked}#new`}>
        {t('flags:block.correct')}
      </a>
    </p>
  )
}
