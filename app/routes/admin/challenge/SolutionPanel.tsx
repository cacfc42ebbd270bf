import { TextareaField } from '~/app/components/form/Field'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import { CHALLENGE_LIMITS } from '~/server/challenges/contract'
import { useDraft } from '../draft-state'
import { Setting } from '../Setting'
import type { ChallengeFields } from './challenge-form'

/** How the challenge is solved, for staff, and for everybody once the game is over when that is ticked. */
export function SolutionPanel({ fields }: { fields: ChallengeFields }) {
  const t = useText()
  const state = useDraft()
  return (
    <Panel title={t('solutions:editor.text')} aside={t('admin:markdown')} body="stack-16">
      <TextareaField
        name="solution"
        label={t('solutions:editor.text')}
        hint={t('solutions:editor.text_hint')}
        state={state}
        defaultValue={fields.solution}
        maxLength={CHALLENGE_LIMITS.content}
        rows={6}
      />
      <Setting
        name="solutionPublic"
        label={t('solutions:editor.public')}
        hint={t('solutions:editor.public_hint')}
        on={fields.solutionPublic}
        state={state}
      />
    </Panel>
  )
}
