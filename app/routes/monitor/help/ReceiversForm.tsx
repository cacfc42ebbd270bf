import { Field, SelectField } from '~/app/components/form/Field'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/islands/runtime/words/text'
import { RECEIVERS } from '~/server/tickets/constants'
import type { Receivers } from '~/server/tickets/contract'

interface ReceiversFormProps {
  /** The chosen receivers; null before the choice. */
  to: Receivers | null
  find: string
  /** Teams that the words found, to choose from. */
  found: { participationId: number; name: string }[]
  divisions: string[]
  isAdmin: boolean
}

/** Chooses the receivers of a message. The form uses GET, and the page then shows their number. */
export function ReceiversForm({ to, find, found, divisions, isAdmin }: ReceiversFormProps) {
  const t = useText()
  const kinds = RECEIVERS.filter(
    (kind) => kind === 'team' || (isAdmin && (kind === 'all' || divisions.length > 0))
  )
  return (
    <Panel title={t('help:message.to')} body="stack-16">
      <form className="stack-16 help-form" method="get">
        <SelectField name="to" label={t('help:message.kind')} defaultValue={to?.to ?? 'team'}>
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`help:message.receivers.${kind}`)}
            </option>
          ))}
        </SelectField>
        <Field
          name="find"
          label={t('help:message.find')}
          hint={t('help:message.find_hint')}
          defaultValue={find}
          maxLength={100}
          autoComplete="off"
        />
        {kinds.includes('division') && (
          <SelectField
            name="division"
            label={t('help:message.division')}
            defaultValue={to?.division ?? divisions[0]}
          >
            {divisions.map((division) => (
              <option key={division} value={division}>
                {division}
              </option>
            ))}
          </SelectField>
        )}
        <button type="submit" className="btn">
          {t('help:message.choose')}
        </button>
      </form>
      {found.length > 0 && (
        <ul className="ticket-rows">
          {found.map(({ participationId, name }) => (
            <li key={participationId}>
              <a href={`?to=team&participationId=${participationId}`}>
                <bdi>{name}</bdi>
              </a>
            </li>
          ))}
        </ul>
      )}
      {find !== '' && !to && found.length === 0 && <p className="muted">{t('help:message.none_found')}</p>}
    </Panel>
  )
}
