import { FormMessage } from '~/app/components/form/FormMessage'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import { type GameView, offersSolo } from '~/server/games/contract'
import type { JoinOptions, TeamChoice } from '~/server/participations/contract'
import type { Reserved } from '~/server/sign-in/contract'
import { DivisionField, InviteCodeField, QuestionFields, sizesOf } from './JoinFields'

interface AloneFormProps {
  game: Omit<GameView, 'content'>
  teams: TeamChoice[]
  reserved: Reserved
  /** Null: none yet. */
  answers: JoinOptions['answers']
  /** Without a team this is the first way. */
  primary: boolean
}

/** One click to play without others, where the game offers it (docs/rules/participation.md#playing-alone). */
export function AloneForm({ game, teams, reserved, answers, primary }: AloneFormProps) {
  const t = useText()
  const state = useFormState('alone')
  const divisions = game.organizations ?? []
  const sizes = sizesOf(game)
  const offered = divisions.filter((name) => offersSolo(sizes, name))
  const isOffered = divisions.length > 0 ? offered.length > 0 : offersSolo(sizes, null)
  // A player leads one team at most: alone in it, the other form says the same; with others in it, there is none to play alone.
  if (!isOffered || teams.some(({ captain }) => captain)) return null
  return (
    <form className="stack-16" method="post">
      <input type="hidden" name="intent" value="alone" />
      <FormMessage state={state} />
      {offered.length > 0 && (
        <DivisionField game={game} reserved={reserved} names={offered} state={state} required />
      )}
      <QuestionFields game={game} answers={answers} state={state} ofTeam insists />
      {game.inviteCodeRequired && <InviteCodeField state={state} />}
      <button type="submit" className={primary ? 'btn primary block lg' : 'btn block'}>
        {t('games:join.alone')}
      </button>
      <p className="hint">
        {t('games:join.alone_hint')} {game.acceptWithoutReview && t('games:state.locked')}
      </p>
    </form>
  )
}
