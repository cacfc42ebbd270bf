import type { ReactNode } from 'react'
import { Avatar } from '~/app/components/Avatar'
import { Badge } from '~/app/components/Badge'
import { TextareaField } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { PlayerName } from '~/app/components/game/PlayerName'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import { MAX_LINE_LENGTH } from '~/server/teams/finding/constants'
import type { ListedPlayer, ListedTeam } from '~/server/teams/finding/contract'

interface RowProps {
  avatar: ReactNode
  name: ReactNode
  about: string
  /** What was listed; may be empty. */
  text: string
  children?: ReactNode
}

function Row({ avatar, name, about, text, children }: RowProps) {
  return (
    <li className="panel">
      <div className="panel-body stack-16">
        <div className="row">
          {avatar}
          <div className="grow">
            <h2>{name}</h2>
            <span className="muted small">{about}</span>
          </div>
        </div>
        {text && (
          <p>
            <bdi>{text}</bdi>
          </p>
        )}
        {children}
      </div>
    </li>
  )
}

export function TeamRow({ id, name, bio, avatar, members, text, listed, own, ...team }: ListedTeam) {
  const t = useText()
  const { day, country } = useFormat()
  const about = [
    bio,
    team.affiliation,
    team.country && country(team.country),
    t('teams:find.members', { count: members }),
    day(new Date(listed))
  ]
  return (
    <Row
      avatar={<Avatar name={name} url={avatar} size="s40" />}
      name={<bdi>{name}</bdi>}
      about={about.filter(Boolean).join(' · ')}
      text={text}
    >
      {own ? (
        <div>
          <Badge tone={own === 'Declined' ? 'warn' : undefined}>{t(`teams:find.own.${own}`)}</Badge>
        </div>
      ) : (
        <Ask team={id} name={name} />
      )}
    </Row>
  )
}

function Ask({ team, name }: { team: number; name: string }) {
  const t = useText()
  const sent = useFormState('ask')
  const state = sent?.values.team === String(team) ? sent : null
  return (
    <details open={state !== null}>
      <summary className="btn sm" aria-label={t('teams:find.ask_named', { name })}>
        {t('teams:find.ask')}
      </summary>
      <form className="stack-16" method="post" action="/Teams/Find">
        <FormMessage state={state} />
        <input type="hidden" name="intent" value="ask" />
        <input type="hidden" name="team" value={team} />
        <TextareaField
          name="text"
          label={t('teams:find.line')}
          hint={t('teams:find.line_hint', { max: MAX_LINE_LENGTH })}
          state={state}
          maxLength={MAX_LINE_LENGTH}
          rows={2}
          required
        />
        <div>
          <button type="submit" className="btn primary">
            {t('teams:find.send')}
          </button>
        </div>
      </form>
    </details>
  )
}

export function PlayerRow({ id, name, avatar, text, listed }: ListedPlayer) {
  const { day } = useFormat()
  return (
    <Row
      avatar={<Avatar name={name} url={avatar} size="s40" round />}
      name={<PlayerName name={name} id={id} />}
      about={day(new Date(listed))}
      text={text}
    />
  )
}
