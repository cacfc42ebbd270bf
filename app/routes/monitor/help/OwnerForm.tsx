import { FormMessage } from '~/app/components/form/FormMessage'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import type { QueueView, TicketStaff } from '~/server/tickets/contract'

interface OwnerFormProps {
  owner: QueueView['owner']
  /** Possible owners. */
  staff: TicketStaff
  /** Id of the reader. */
  me: string
}

/** The owner of the ticket, and the buttons that take, give and release it. */
export function OwnerForm({ owner, staff, me }: OwnerFormProps) {
  const t = useText()
  const state = useFormState('own')
  const others = staff.filter(({ id }) => id !== owner?.id && id !== me)
  const hidden = (
    <>
      <input type="hidden" name="intent" value="own" />
      <input type="hidden" name="from" value={owner?.id ?? ''} />
    </>
  )
  return (
    <div className="stack">
      <FormMessage state={state} />
      <div className="ticket-owner">
        <span>
          <span className="muted">{t('help:column.owner')}</span>{' '}
          {owner ? (
            <b>{owner.id === me ? t('help:owner.me') : <bdi>{owner.name}</bdi>}</b>
          ) : (
            t('help:owner.nobody')
          )}
        </span>
        {owner?.id !== me && (
          <form method="post">
            {hidden}
            <button type="submit" className="btn sm" name="userId" value={me}>
              {t('help:owner.take')}
            </button>
          </form>
        )}
        {owner && (
          <form method="post">
            {hidden}
            <button type="submit" className="btn sm" name="userId" value="">
              {t('help:owner.release')}
            </button>
          </form>
        )}
        {others.length > 0 && (
          <form method="post" className="help-pick">
            {hidden}
            <select className="select" name="userId" aria-label={t('help:owner.to')}>
              {others.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
            <button type="submit" className="btn sm">
              {t('help:owner.give')}
            </button>
          </form>
        )}
      </div>
    </div>
  )
}
