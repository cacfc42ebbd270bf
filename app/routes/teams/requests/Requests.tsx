import { Avatar } from '~/app/components/Avatar'
import { TextareaField } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { PlayerName } from '~/app/components/game/PlayerName'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import { MAX_LINE_LENGTH } from '~/server/teams/finding/constants'
import type { TeamRequest } from '~/server/teams/finding/contract'

interface RequestsProps {
  team: number
  name: string
  /** The text of the listing; null: the team takes no requests. */
  listing: string | null
  waiting: TeamRequest[]
}

/** The captain's view of open requests, and of whether the team takes new ones. */
export function Requests({ team, name, listing, waiting }: RequestsProps) {
  const t = useText()
  return (
    <section className="stack-16" aria-labelledby="requests">
      <div>
        <h3 id="requests">{t('teams:requests.title')}</h3>
        <p className="muted small">{t('teams:requests.text')}</p>
      </div>
      <FormMessage state={useFormState('answer')} />
      {waiting.length > 0 && (
        <ul className="plain stack-16" aria-label={t('teams:requests.waiting', { name })}>
          {waiting.map((request) => (
            <Waiting key={request.userId} team={team} {...request} />
          ))}
        </ul>
      )}
      <Settings team={team} listing={listing} />
    </section>
  )
}

function Waiting({ team, userId, userName, avatar, page, text, at }: TeamRequest & { team: number }) {
  const t = useText()
  const format = useFormat()
  return (
    <li className="row">
      <Avatar name={userName} url={avatar} size="s32" round />
      <div className="grow">
        <strong>
          <PlayerName name={userName} id={page ? userId : null} />
        </strong>{' '}
        <time className="faint small" dateTime={at}>
          {format.moment(new Date(at))} UTC
        </time>
        <p>
          <bdi>{text}</bdi>
        </p>
      </div>
      <form className="row" method="post" action="/Teams#requests">
        <input type="hidden" name="intent" value="answer" />
        <input type="hidden" name="team" value={team} />
        <input type="hidden" name="member" value={userId} />
        <button
          type="submit"
          className="btn sm primary"
          name="accept"
          value="yes"
          aria-label={t('teams:requests.accept_named', { name: userName })}
        >
          {t('teams:requests.accept')}
        </button>
        <button
          type="submit"
          className="btn sm"
          name="accept"
          value="no"
          aria-label={t('teams:requests.decline_named', { name: userName })}
        >
          {t('teams:requests.decline')}
        </button>
      </form>
    </li>
  )
}

function Settings({ team, listing }: Pick<RequestsProps, 'team' | 'listing'>) {
  const t = useText()
  const state = useFormState('list')
  const open = state ? state.values.open !== undefined : listing !== null
  return (
    <form className="stack-16" method="post" action="/Teams#requests">
      <FormMessage state={state} />
      <input type="hidden" name="intent" value="list" />
      <input type="hidden" name="team" value={team} />
      <label className="check">
        <input type="checkbox" name="open" defaultChecked={open} />
        <span>{t('teams:requests.open')}</span>
      </label>
      <TextareaField
        name="text"
        label={t('teams:requests.looking')}
        hint={t('teams:requests.looking_hint', { max: MAX_LINE_LENGTH })}
        state={state}
        defaultValue={listing ?? ''}
        maxLength={MAX_LINE_LENGTH}
        rows={2}
        optional
      />
      <div>
        <button type="submit" className="btn">
          {t('common:save')}
        </button>
      </div>
    </form>
  )
}
