import { Banner } from '~/app/components/Banner'
import { Field, SelectField } from '~/app/components/form/Field'
import { ANNOUNCED, FormMessage } from '~/app/components/form/FormMessage'
import { MessageFields } from '~/app/components/form/MessageFields'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import { RECEIVERS } from '~/server/tickets/constants'
import type { MessageState } from './message-form'

interface MessageFormProps {
  href: string
  /** From the address. */
  to: { kind: string; find: string; division: string | null }
  divisions: string[]
  /** May write to several teams at once. */
  isAdmin: boolean
  byMail: boolean
}

/** The teams that the words found; one of them is chosen. */
function Found({ state }: { state: MessageState | null }) {
  const t = useText()
  if (!state?.found?.length) return null
  return (
    <fieldset>
      <legend>{t('help:message.which')}</legend>
      {state.found.map(({ participationId, name }) => (
        <label key={participationId} className="check">
          <input type="radio" name="participationId" value={participationId} />
          <bdi>{name}</bdi>
        </label>
      ))}
    </fieldset>
  )
}

/** One team, a division or all; fields of another choice are hidden by the style sheet. */
function ReceiverFields({
  to,
  divisions,
  isAdmin,
  state
}: Omit<MessageFormProps, 'href' | 'byMail'> & { state: MessageState | null }) {
  const t = useText()
  const kinds = RECEIVERS.filter(
    (kind) => kind === 'team' || (isAdmin && (kind === 'all' || divisions.length > 0))
  )
  return (
    <>
      {kinds.length === 1 ? (
        <input type="hidden" name="to" value="team" />
      ) : (
        <SelectField name="to" label={t('help:message.kind')} state={state} defaultValue={to.kind}>
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`help:message.receivers.${kind}`)}
            </option>
          ))}
        </SelectField>
      )}
      <div className="to-team">
        <div className="stack">
          <Field
            name="find"
            label={t('help:message.find')}
            hint={t('help:message.find_hint')}
            state={state}
            defaultValue={to.find}
            maxLength={100}
            autoComplete="off"
          />
          <Found state={state} />
        </div>
      </div>
      {kinds.includes('division') && (
        <div className="to-division">
          <SelectField
            name="division"
            label={t('help:message.division')}
            state={state}
            defaultValue={to.division ?? divisions[0]}
          >
            {divisions.map((division) => (
              <option key={division} value={division}>
                {division}
              </option>
            ))}
          </SelectField>
        </div>
      )}
    </>
  )
}

/** Who would get the message, and the button that sends it to them. */
function Sending({ state, byMail }: { state: MessageState | null; byMail: boolean }) {
  const t = useText()
  const { number } = useFormat()
  const asked = state?.asked
  if (!asked)
    return (
      <button type="submit" className="btn primary">
        {t('help:message.send')}
      </button>
    )
  const { teams, team, mails, agreed } = asked
  const n = number(teams)
  return (
    <>
      <div className="form-message" {...ANNOUNCED}>
        <Banner tone="warn" inline title={team === null ? t('help:message.teams', { n }) : <bdi>{team}</bdi>}>
          {t('help:message.not_sent')}
          {byMail && state.values.mail === 'on' && ` ${t('help:message.mails', { n: number(mails) })}`}
        </Banner>
      </div>
      <button type="submit" className="btn primary" name="agreed" value={agreed}>
        {team === null
          ? t('help:message.send_to', { count: teams, n })
          : t('help:message.send_team', { team })}
      </button>
    </>
  )
}

/** Receivers and text of a message in one form. What would reach several teams is asked about before it is sent. */
export function MessageForm({ href, byMail, ...receivers }: MessageFormProps) {
  const t = useText()
  const state = useFormState() as MessageState | null
  return (
    <form className="stack-16 help-form" method="post" action={href}>
      <FormMessage state={state} />
      <ReceiverFields {...receivers} state={state} />
      <MessageFields state={state} hint={t('help:message.hint')} />
      {byMail && (
        <label className="check">
          <input type="checkbox" name="mail" defaultChecked={state?.values.mail === 'on'} />
          <span>{t('help:message.mail')}</span>
        </label>
      )}
      <Sending state={state} byMail={byMail} />
    </form>
  )
}
