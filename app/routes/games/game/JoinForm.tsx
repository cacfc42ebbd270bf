import { SelectField } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { richText } from '~/app/components/markdown/richText'
import { type Text, useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import { type GameView, limitOf } from '~/server/games/contract'
import type { JoinOptions, TeamChoice } from '~/server/participations/contract'
import type { Reserved } from '~/server/sign-in/contract'
import { DivisionField, InviteCodeField, QuestionFields, sizesOf } from './JoinFields'

interface JoinFormProps {
  game: Omit<GameView, 'content'>
  teams: TeamChoice[]
  reserved: Reserved
  /** Null: none yet. */
  answers: JoinOptions['answers']
}

/** The first to sign up, also after a rejection, does so for the whole team. */
const opens = ({ status }: TeamChoice) => status === null || status === 'Rejected'

/** The most members that it may have: of its division, or of the widest that it may choose; 0 = no limit. */
function mostOf(game: JoinFormProps['game'], team: TeamChoice): number {
  const sizes = sizesOf(game)
  if (!opens(team)) return limitOf(sizes, team.division)
  const names = game.organizations ?? []
  const limits = names.length > 0 ? names.map((name) => limitOf(sizes, name)) : [game.limit]
  return limits.includes(0) ? 0 : Math.max(...limits)
}

/** More members than the game allows; who follows is counted with those who came before (docs/rules/participation.md#member-limit). */
function isTooLarge(game: JoinFormProps['game'], team: TeamChoice): boolean {
  const most = mostOf(game, team)
  return most > 0 && (opens(team) ? team.members : team.place) > most
}

export function JoinForm({ game, teams, reserved, answers }: JoinFormProps) {
  const t = useText()
  const state = useFormState('join')
  const again = game.status === 'Rejected'
  const open = teams.filter((team) => !isTooLarge(game, team))
  if (teams.length === 0) return <NoTeam game={game.id} />
  if (open.length === 0)
    return (
      <p className="muted">
        {t('games:join.full', { count: Math.max(...teams.map((team) => mostOf(game, team))) })}
      </p>
    )
  return (
    <form className="stack-16" method="post">
      <input type="hidden" name="intent" value="join" />
      <FormMessage state={state} />
      <SelectField
        name="teamId"
        label={t('games:join.team')}
        hint={teamHint(game, t)}
        state={state}
        defaultValue={open.length === 1 ? String(open[0]!.id) : ''}
        required
      >
        {open.length > 1 && <option value="">{t('games:join.team_choose')}</option>}
        {teams.map((team) => (
          <option key={team.id} value={team.id} disabled={isTooLarge(game, team)}>
            {teamOption(team, isTooLarge(game, team), t)}
          </option>
        ))}
      </SelectField>
      {teams.length === 1 && <TeamNote team={teams[0]!} />}
      {game.organizations && game.organizations.length > 0 && open.some(opens) && (
        <DivisionField
          game={game}
          reserved={reserved}
          names={game.organizations}
          hint={t(open.every(opens) ? 'games:join.division_hint' : 'games:join.division_follows')}
          state={state}
          required={open.every(opens)}
        />
      )}
      <QuestionFields
        game={game}
        answers={answers}
        state={state}
        ofTeam={open.some(opens)}
        insists={open.every(opens)}
      />
      {game.inviteCodeRequired && <InviteCodeField state={state} />}
      <button type="submit" className="btn primary block lg">
        {t(again ? 'games:join.again' : 'games:join.submit')}
      </button>
    </form>
  )
}

function teamOption(team: TeamChoice, tooLarge: boolean, t: Text): string {
  const { name, members, players } = team
  if (tooLarge) return t('games:join.team_full', { name })
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
        : richText(t, 'games:join.mates_division', { division: <bdi>{team.division}</bdi> })}
    </p>
  )
}

function teamHint({ limit, divisionLimits }: JoinFormProps['game'], t: Text): string {
  // Each division says its own.
  if (limit === 0 || divisionLimits.length > 0) return t('games:join.team_hint')
  return t('games:join.team_hint_limit', { count: limit })
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
