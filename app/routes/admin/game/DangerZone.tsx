import { Confirm } from '~/app/components/form/Confirm'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import type { GameRemoval } from '~/server/games/contract'

export function DangerZone({ id, removal }: { id: number; removal: GameRemoval }) {
  const href = `/admin/games/${id}/Info`
  const t = useText()
  const deleted = {
    challenges: t('admin:gone.challenges', { count: removal.challenges }),
    teams: t('admin:gone.registrations', { count: removal.teams }),
    submissions: t('admin:gone.submissions', { count: removal.submissions })
  }
  return (
    <Panel id="danger" title={t('admin:danger.title')} body="stack-16">
      <div className="row">
        <p className="muted">{t('admin:danger.recount_text')}</p>
        <Confirm
          classes="push"
          label={t('admin:danger.recount')}
          question={t('admin:danger.recount_question')}
          confirm={t('admin:danger.recount')}
          action={href}
          fields={{ intent: 'recount' }}
        />
      </div>
      <div className="row">
        <p className="muted">{t('admin:danger.remove_text')}</p>
        <Confirm
          classes="danger push"
          danger
          label={t('admin:danger.remove')}
          question={t('admin:danger.remove_question', deleted)}
          confirm={t('admin:danger.remove')}
          action={href}
          fields={{ intent: 'remove' }}
        />
      </div>
    </Panel>
  )
}
