import { TextareaField } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import { CASE_LIMITS } from '~/server/cases/constants'
import type { CaseView } from '~/server/cases/contract'
import type { MovedTeam } from '~/server/corrections/contract'

/** Effect of confirming on the board; null when not requested. */
export interface Preview {
  digest: string | null
  teams: MovedTeam[]
}

function Effect({ teams }: { teams: MovedTeam[] }) {
  const t = useText()
  const { number } = useFormat()
  if (teams.length === 0) return <p className="hint">{t('cases:no_effect')}</p>
  return (
    <ul className="moves">
      {teams.map(({ participationId, name, before, after }) => (
        <li key={participationId}>
          <bdi>{name}</bdi>
          <span className="num">
            {number(before.score)} → {number(after.score)}
          </span>
          <span className="num faint">
            {t('corrections:rank')} {number(before.rank)} → {number(after.rank)}
          </span>
        </li>
      ))}
    </ul>
  )
}

interface VerdictProps {
  view: CaseView
  waiting: NonNullable<CaseView['waiting']>
  isAdmin: boolean
  preview: Preview | null
}

/** Form of the second person, or why the reader cannot be that person. */
export function CaseDecisionBadge({ view, waiting, isAdmin, preview }: VerdictProps) {
  const t = useText()
  const state = useFormState('answer')
  const confirms = isAdmin && !waiting.own
  if (!isAdmin && !waiting.own) return <p className="hint">{t('cases:admin_needed')}</p>
  return (
    <form className="stack-16" method="post">
      <FormMessage state={state} />
      <input type="hidden" name="intent" value="answer" />
      <input type="hidden" name="version" value={view.version} />
      {preview?.digest && <input type="hidden" name="digest" value={preview.digest} />}
      {waiting.own && (
        <p className="hint">{t(waiting.confirmers > 0 ? 'cases:own_proposal' : 'cases:nobody_else')}</p>
      )}
      {preview && <Effect teams={preview.teams} />}
      <TextareaField
        name="reason"
        label={t('cases:answer_reason')}
        hint={t('cases:answer_hint')}
        state={state}
        rows={2}
        maxLength={CASE_LIMITS.reason}
        optional={confirms}
        spellCheck
      />
      <div className="row">
        {confirms && !preview && (
          <a className="btn" href="?preview=true">
            {t('cases:preview')}
          </a>
        )}
        <button type="submit" className="btn" name="accept" value="false">
          {t(waiting.own ? 'cases:withdraw' : 'cases:reject')}
        </button>
        {confirms && (
          <button type="submit" className="btn primary push" name="accept" value="true">
            {t('cases:confirm')}
          </button>
        )}
      </div>
    </form>
  )
}
