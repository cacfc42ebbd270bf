import { Field, SelectField } from '~/app/components/Field'
import { FormMessage } from '~/app/components/FormMessage'
import { useText } from '~/app/islands/runtime/text'
import { useFormState } from '~/app/request/form-state'
import type { GameView } from '~/server/games/contract'

export interface TeamChoice {
  id: number
  name: string
  /** How many people are in it. */
  members: number
}

interface JoinFormProps {
  game: Omit<GameView, 'content'>
  teams: TeamChoice[]
}

/** Signs the reader up; asks only for what this game needs. */
export function JoinForm({ game, teams }: JoinFormProps) {
  const t = useText()
  const state = useFormState('join')
  const again = game.status === 'Rejected'
  if (teams.length === 0) return <NoTeam />
  return (
    <form className="stack-16" method="post">
      <input type="hidden" name="intent" value="join" />
      <FormMessage state={state} />
      <SelectField
        name="teamId"
        label={t('games:join.team')}
        hint={teamHint(game.limit, t)}
        state={state}
        defaultValue={teams.length === 1 ? String(teams[0]!.id) : ''}
        required
      >
        {teams.length > 1 && <option value="">{t('games:join.team_choose')}</option>}
        {teams.map(({ id, name, members }) => (
          <option key={id} value={id}>
            {t('games:join.team_option', { name, count: members })}
          </option>
        ))}
      </SelectField>
      {game.organizations && game.organizations.length > 0 && (
        <SelectField
          name="organization"
          label={t('games:join.division')}
          hint={t('games:join.division_hint')}
          state={state}
          defaultValue={game.organization ?? ''}
          required
        >
          <option value="">{t('games:join.division_choose')}</option>
          {game.organizations.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
      )}
      {game.inviteCodeRequired && (
        <Field
          name="inviteCode"
          label={t('games:join.code')}
          hint={t('games:join.code_hint')}
          state={state}
          className="mono"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={32}
          required
        />
      )}
      <button type="submit" className="btn primary block lg">
        {t(again ? 'games:join.again' : 'games:join.submit')}
      </button>
    </form>
  )
}

function teamHint(limit: number, t: ReturnType<typeof useText>): string {
  return limit === 0 ? t('games:join.team_hint') : t('games:join.team_hint_limit', { count: limit })
}

function NoTeam() {
  const t = useText()
  return (
    <>
      <p className="muted">{t('games:join.no_team')}</p>
      <a className="btn primary" href="/Teams">
        {t('games:join.to_teams')}
      </a>
    </>
  )
}
