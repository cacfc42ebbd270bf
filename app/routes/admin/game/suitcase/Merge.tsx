import { useLocation } from '@remix-run/react'
import { Field, TextareaField } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { Panel } from '~/app/components/Panel'
import { TableWrap } from '~/app/components/table/TableWrap'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import type { Match, MergePreview } from '~/server/suitcases/contract'
import { AdminFigures, type Figure } from '../AdminFigures'
import { Effect } from '../corrections/Effect'

function Apply({ merge }: { merge: MergePreview }) {
  const t = useText()
  const here = useLocation()
  const state = useFormState('merge')
  return (
    <Panel title={t('suitcase:apply')}>
      <form className="stack-16" method="post" action={here.pathname + here.search}>
        <FormMessage state={state} />
        <input type="hidden" name="intent" value="merge" />
        <input type="hidden" name="suitcase" value={merge.suitcase.id} />
        <input type="hidden" name="digest" value={merge.preview.digest} />
        {merge.confirmed ? (
          <p className="muted">
            {t('suitcase:signed_by')}: <span className="mono">{merge.fingerprint}</span>.{' '}
            {t('suitcase:confirmed')}
          </p>
        ) : (
          <Field
            name="fingerprint"
            label={t('suitcase:fingerprint')}
            hint={t('suitcase:fingerprint_hint')}
            state={state}
            className="mono"
            maxLength={200}
            required
            autoComplete="off"
            spellCheck={false}
          />
        )}
        <TextareaField
          name="reason"
          label={t('corrections:reason')}
          hint={t('corrections:reason_hint')}
          state={state}
          rows={3}
          maxLength={500}
          required
          spellCheck
        />
        <div className="row">
          <button type="submit" className="btn primary">
            {t('suitcase:apply')}
          </button>
        </div>
      </form>
    </Panel>
  )
}

/** Neither the one that was packed nor one that was merged before. */
const isUncertain = ({ how }: Match) => how !== 'pack' && how !== 'before'

/** Can be chosen here. */
const isOpen = (team: Match) => isUncertain(team) && team.how !== 'left'

/** Teams of the game to choose from, by their numbers. */
const HERE = 'teams-here'

function Team({ team, choice }: { team: Match; choice: boolean }) {
  const t = useText()
  const chosen =
    team.how === 'skip' ? 'skip' : team.how === 'chosen' ? String(team.here?.participationId) : ''
  return (
    <tr>
      <th scope="row">
        <bdi>{team.name}</bdi>
      </th>
      <td>{team.here ? <bdi>{team.here.name}</bdi> : <span className="muted">–</span>}</td>
      <td>
        {isOpen(team) ? (
          <div className="row">
            <select
              className="select sm"
              name={`team.${team.own}`}
              defaultValue={chosen}
              aria-label={t('suitcase:match_of', { team: team.name })}
            >
              <option value="">
                {t('suitcase:as_found')}
                {(team.how === 'new' || team.how === 'name') && `: ${t(`suitcase:how.${team.how}`)}`}
              </option>
              {team.how === 'chosen' && team.here && <option value={chosen}>{team.here.name}</option>}
              {team.how === 'name' && <option value="new">{t('suitcase:how.new')}</option>}
              <option value="skip">{t('suitcase:how.skip')}</option>
            </select>
            {choice && (
              <input
                className="input sm"
                name={`other.${team.own}`}
                list={HERE}
                placeholder={t('suitcase:other')}
                aria-label={t('suitcase:other_of', { team: team.name })}
                maxLength={80}
                autoComplete="off"
              />
            )}
          </div>
        ) : (
          t(`suitcase:how.${team.how}`)
        )}
      </td>
    </tr>
  )
}

interface MergeProps {
  base: string
  merge: MergePreview
  /** Teams of this game that no team of the results is yet. */
  here: readonly { id: number; name: string }[]
}

/** Teams that need a look; the others are counted among the figures. */
function Teams({ base, merge, here }: MergeProps) {
  const t = useText()
  return (
    <Panel title={t('suitcase:teams')}>
      <form className="stack-16" method="get" action={base}>
        <input type="hidden" name="suitcase" value={merge.suitcase.id} />
        <datalist id={HERE}>
          {here.map(({ id, name }) => (
            <option key={id} value={`${id} · ${name}`} />
          ))}
        </datalist>
        <TableWrap label={t('suitcase:teams')}>
          <table className="table dense">
            <thead>
              <tr>
                {(['there', 'here', 'how_head'] as const).map((key) => (
                  <th key={key} scope="col">
                    {t(`suitcase:${key}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {merge.teams.filter(isUncertain).map((team) => (
                <Team key={team.own} team={team} choice={here.length > 0} />
              ))}
            </tbody>
          </table>
        </TableWrap>
        {merge.teams.some(isOpen) && (
          <div className="row">
            <button type="submit" className="btn">
              {t('suitcase:again')}
            </button>
          </div>
        )}
      </form>
    </Panel>
  )
}

/** The effect of merging the results, and the form for it. */
export function MergePreviewPanels({ base, merge, here }: MergeProps) {
  const t = useText()
  const { entries, solves, awards, teamCount, left, preview } = merge
  const notBrought: [string, number][] = [
    ['outside', left.outside],
    ['challenges', left.challenges],
    ['left_teams', left.teams]
  ]
  const figures: Figure[] = [
    [t('suitcase:entries'), entries, null],
    [t('suitcase:solves'), solves, null],
    [t('suitcase:awards'), awards, null],
    [t('suitcase:teams'), teamCount, null],
    ...notBrought.flatMap(([key, n]): Figure[] => (n > 0 ? [[t(`suitcase:${key}`), n, null]] : []))
  ]
  return (
    <div className="stack-16">
      <AdminFigures figures={figures} />
      {merge.teams.some(isUncertain) && <Teams base={base} merge={merge} here={here} />}
      {preview.empty ? (
        <p className="empty">{t('corrections:empty')}</p>
      ) : (
        <Effect effect={preview.effect}>
          <Apply merge={merge} />
        </Effect>
      )}
    </div>
  )
}
