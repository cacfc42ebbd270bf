import { Badge } from '~/app/components/Badge'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import type { RequestState } from '~/server/teams/finding/constants'
import type { OwnRequest } from '~/server/teams/finding/contract'

const TONES = { Waiting: undefined, Accepted: 'ok', Declined: 'warn' } as const satisfies Record<
  RequestState,
  string | undefined
>

/** Requests of the reader, and answers of captains. Empty without any. */
export function Asked({ rows, action }: { rows: OwnRequest[]; action: string }) {
  const t = useText()
  if (rows.length === 0) return null
  return (
    <Panel title={t('teams:requests.own')}>
      <ul className="plain stack-16">
        {rows.map(({ team, text, state }) => (
          <li key={team.id} className="stack-16">
            <div className="row">
              <strong className="grow">
                <bdi>{team.name}</bdi>
              </strong>
              <Badge tone={TONES[state]}>{t(`teams:requests.state.${state}`)}</Badge>
            </div>
            <p className="muted small">
              <bdi>{text}</bdi>
            </p>
            <form method="post" action={action}>
              <input type="hidden" name="intent" value="withdraw" />
              <input type="hidden" name="team" value={team.id} />
              <button
                type="submit"
                className="btn sm"
                aria-label={t(
                  state === 'Waiting' ? 'teams:requests.withdraw_named' : 'teams:requests.close_named',
                  { name: team.name }
                )}
              >
                {t(state === 'Waiting' ? 'teams:requests.withdraw' : 'teams:requests.close')}
              </button>
            </form>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
