import { Field, SelectField } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { rich } from '~/app/components/markdown/rich'
import { type Text, useText } from '~/app/islands/runtime/words/text'
import { useFormState } from '~/app/request/form-state'
import type { GameView } from '~/server/games/contract'
import type { TeamChoice } from '~/server/participations/contract'

interface JoinFormProps {
  game: Omit<GameView, 'content'>
  teams: TeamChoice[]
}

/** The first to sign up, also after a rejection, does so for the whole team. */
const opens = ({ status }: TeamChoice) => status === null || status === 'Rejected'

/** More members than the game allows (docs/rules/participation.md#member-limit). */
const isTooLarge = ({ members }: TeamChoice, limit: number) => limit > 0 && members > limit

export function JoinForm({ game, teams }: JoinFormProps) {
  const t = useText()
  const state = useFormState('join')
  const again = game.status === 'Rejected'
  const open = teams.filter((team) => !isTooLarge(team, game.limit))
  if (teams.length === 0) return <NoTeam game={game.id} />
  if (open.length === 0) return <p className="muted">{t('games:join.full', { count: game.limit })}</p>
  return (
    <form className="stack-16" method="post">
      <input type="hidden" name="intent" value="join" />
      <FormMessage state={state} />
      <SelectField
        name="teamId"
        label={t('games:join.team')}
        hint={teamHint(game.limit, t)}
        state={state}
        defaultValue={open.length === 1 ? String(open[0]!.id) : ''}
        required
      >
        {open.length > 1 && <option value="">{t('games:join.team_choose')}</option>}
        {teams.map((team) => (
          <option key={team.id} value={team.id} disabled={isTooLarge(team, game.limit)}>
            {teamOption(team, game.limit, t)}
          </option>
        ))}
      </SelectField>
      {teams.length === 1 && <TeamNote team={teams[0]!} />}
      {game.organizations && game.organizations.length > 0 && open.some(opens) && (
        <SelectField
          name="organization"
          label={t('games:join.division')}
          hint={t(open.every(opens) ? 'games:join.division_hint' : 'games:join.division_follows')}
          state={state}
          defaultValue={game.organization ?? ''}
          required={open.every(opens)}
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

function teamOption(team: TeamChoice, limit: number, t: Text): string {
  const { name, members, players } = team
  if (isTooLarge(team, limit)) return t('games:join.team_full', { name })
  if (opens(team)) return t('games:join.team_option', { name, count: members })
  return t('games:join.team_in', { name, count: players })
}

function TeamNote({ team }: { team: TeamChoice }) {
  const t = useText()
  if (team.status === null) return <p className="hint">{t('games:join.anyone')}</p>
  if (team.status === 'Rejected') return null
  if (team.status === 'Suspended') return <p className="hint">{t('games:join.team_suspended')}</p>
  return (
    <p className="hint">
      {team.division === null
        ? t('games:join.mates')
        : rich(t, 'games:join.mates_division', { division: <bdi>{team.division}</bdi> })}
    </p>
  )
}

function teamHint(limit: number, t: Text): string {
  return limit === 0 ? t('games:join.team_hint') : t('games:join.team_hint_limit', { count: limit })
}

function NoTeam({ game }: { game: number }) {
  const t = useText()
  return (
    <>
      <p className="muted">{t('games:join.no_team')}</p>
      <a className="btn primary" href={`/Teams?from=${encodeURIComponent(`/games/${game}`)}`}>
        {t('games:join.to_teams')}
      </a>
    </>
  )
}
