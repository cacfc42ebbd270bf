import { Field, SelectField } from '~/app/components/form/Field'
import { useText } from '~/app/i18n/text'
import type { FormState } from '~/app/request/forms'
import { type GameView, limitOf } from '~/server/games/contract'
import type { JoinOptions } from '~/server/participations/contract'
import type { Reserved } from '~/server/sign-in/contract'
import { AnswerFields } from './AnswerFields'

type Game = Omit<GameView, 'content'>

export const sizesOf = ({ limit, divisionLimits, solo }: Game) => ({
  memberLimit: limit,
  divisionLimits,
  solo
})

interface DivisionFieldProps {
  game: Game
  reserved: Reserved
  names: readonly string[]
  hint?: string
  state: FormState | null
  required: boolean
}

/** Divisions to choose from; with their sizes where these differ. */
export function DivisionField({ game, reserved, names, hint, state, required }: DivisionFieldProps) {
  const t = useText()
  const isClosed = (name: string) => reserved.closed.includes(name)
  const proven = reserved.proven.length === 1 ? reserved.proven[0] : ''
  const labelOf = (name: string) => {
    if (isClosed(name)) return t('games:join.division_closed', { name })
    const count = limitOf(sizesOf(game), name)
    if (game.divisionLimits.length === 0 || count === 0) return name
    return t('games:join.division_limit', { name, count })
  }
  return (
    <SelectField
      name="organization"
      label={t('games:join.division')}
      hint={hint}
      state={state}
      defaultValue={game.organization ?? proven}
      required={required}
    >
      <option value="">{t('games:join.division_choose')}</option>
      {names.map((name) => (
        <option key={name} value={name} disabled={isClosed(name)}>
          {labelOf(name)}
        </option>
      ))}
    </SelectField>
  )
}

export function InviteCodeField({ state }: { state: FormState | null }) {
  const t = useText()
  return (
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
  )
}

interface QuestionFieldsProps {
  game: Game
  answers: JoinOptions['answers']
  state: FormState | null
  /** A team may be chosen for which nobody has answered yet. */
  ofTeam: boolean
  /** That is true of every team. */
  insists: boolean
}

/** Questions to the player who signs up, and about the team. */
export function QuestionFields({ game, answers, state, ofTeam, insists }: QuestionFieldsProps) {
  const t = useText()
  const fields = game.registrationFields
  return (
    <>
      <AnswerFields
        {...{
          fields,
          state,
          of: 'Player',
          answers: answers?.player ?? {},
          note: t('games:answers.of_player')
        }}
      />
      {ofTeam && (
        <AnswerFields
          {...{ fields, state, of: 'Team', answers: answers?.team ?? {}, insists }}
          note={t(insists ? 'games:answers.of_team' : 'games:answers.of_new_team')}
        />
      )}
    </>
  )
}
