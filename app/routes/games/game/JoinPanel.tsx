import type { ReactNode } from 'react'
import { Badge } from '~/app/components/Badge'
import { Banner } from '~/app/components/Banner'
import { Countdown } from '~/app/components/game/Countdown'
import { HistoryIcon } from '~/app/components/icons'
import { richText } from '~/app/components/markdown/richText'
import { Panel } from '~/app/components/Panel'
import { useFormat } from '~/app/i18n/format'
import { useLocale, useText } from '~/app/i18n/text'
import type { GamePhase, ParticipationStatus } from '~/server/games/contract'
import type { JoinOptions } from '~/server/participations/contract'
import { AloneForm } from './AloneForm'
import { JoinForm } from './JoinForm'
import { LeaveForm } from './LeaveForm'
import { type Game, NextSteps, OwnParticipation } from './OwnParticipation'
import { OwnPlace, type RankPlace } from './OwnPlace'
import { writeupDue } from './writeup-due'

interface JoinPanelProps {
  game: Game
  options: JoinOptions | null
  /** Null while the team is not on the board. */
  place: RankPlace | null
  phase: GamePhase
  /** Unix milliseconds; null when no time is shown. */
  now: number | null
}

interface StateProps {
  game: Game
  options: JoinOptions
  place: RankPlace | null
  phase: GamePhase
  closed: boolean
  now: number | null
}

/** Nothing to be had after the end. */
const isClosed = (game: Game, phase: GamePhase) => phase === 'ended' && !game.practiceMode

/** Whether the panel has forms, whose answers belong to one request. */
export const hasForms = (game: Game, phase: GamePhase, visitor: boolean): boolean =>
  !visitor && (game.status === 'Unsubmitted' ? !isClosed(game, phase) : FORMS.has(game.status))

/** The reader's state in this game and the next step (docs/rules/interface.md#game-page). */
export function JoinPanel({ game, options, place, phase, now }: JoinPanelProps) {
  const closed = isClosed(game, phase)
  if (closed && game.status === 'Unsubmitted') return <Closed />
  if (!options) return <Visitor game={game} />
  const State = STATES[game.status]
  return <State {...{ game, options, place, phase, closed, now }} />
}

function Visitor({ game }: { game: Game }) {
  const t = useText()
  const from = `?from=${encodeURIComponent(`/games/${game.id}`)}`
  return (
    <Frame title={t('games:join.title')}>
      <p className="muted">{t('games:join.visitor')}</p>
      <div className="row">
        <a className="btn primary" href={`/account/Login${from}`}>
          {t('games:join.login')}
        </a>
        <a className="btn" href={`/account/Register${from}`}>
          {t('games:join.register')}
        </a>
      </div>
    </Frame>
  )
}

function Closed() {
  const t = useText()
  return (
    <Frame title={t('games:join.title')}>
      <p className="muted">{t('games:join.closed')}</p>
    </Frame>
  )
}

/** Whoever runs the game does not play it (docs/rules/game-staff.md#playing). */
function Staff() {
  const t = useText()
  return (
    <Frame title={t('games:join.title')}>
      <p className="muted">{t('games:join.staff')}</p>
    </Frame>
  )
}

function SignUp({ game, options, phase }: StateProps) {
  const t = useText()
  if (options.staff) return <Staff />
  return (
    <Frame title={t('games:join.title')}>
      <NextSteps signup="now" review={game.acceptWithoutReview ? null : 'later'} play="later" />
      {phase === 'ended' && <p className="muted">{t('games:join.practice_note')}</p>}
      {game.hidden && <p className="hint">{t('games:join.hidden')}</p>}
      {options.teams.length === 1 && phase !== 'ended' && (
        <InviteNote game={game} members={options.teams[0]!.members} />
      )}
      <JoinForm game={game} teams={options.teams} reserved={options.reserved} answers={options.answers} />
      <AloneForm
        game={game}
        teams={options.teams}
        reserved={options.reserved}
        answers={options.answers}
        primary={options.teams.length === 0}
      />
    </Frame>
  )
}

function Pending({ game, options, phase, closed }: StateProps) {
  const t = useText()
  return (
    <Frame title={t('games:join.steps')}>
      <NextSteps signup="done" review="now" play="later" />
      <OwnParticipation game={game} status="Pending" players={options.crew?.names ?? []}>
        {t(closed ? 'games:state.pending_over' : 'games:state.pending_text')}
      </OwnParticipation>
      <AnswersNote game={game} />
      {phase !== 'ended' && <InviteNote game={game} members={options.crew?.members ?? 0} />}
      {!closed && <DecisionNote game={game.id} />}
      <LeaveForm />
    </Frame>
  )
}

/** Leads a captain without teammates to the invite link. */
function InviteNote({ game, members }: { game: Game; members: number }) {
  const t = useText()
  if (members !== 1 || game.limit === 1) return null
  return (
    <p className="small">
      {t('games:join.only_you')}{' '}
      <a className="link" href="/Teams">
        {t('teams:invite_mates')}
      </a>
    </p>
  )
}

/** Leads to what the reader and the team answered; says when something is missing. */
function AnswersNote({ game }: { game: Game }) {
  const t = useText()
  if (game.registrationFields.length === 0) return null
  const href = `/games/${game.id}/Answers`
  if (game.unanswered === 0)
    return (
      <p>
        <a className="link" href={href}>
          {t('games:answers.link')}
        </a>
      </p>
    )
  return (
    <Banner tone="warn" inline>
      {t('games:answers.missing', { number: game.unanswered })}{' '}
      <a className="link" href={href}>
        {t('games:answers.give')}
      </a>
    </Banner>
  )
}

function DecisionNote({ game }: { game: number }) {
  const t = useText()
  return (
    <>
      <p className="hint js-only">{t('games:state.pending_live')}</p>
      <p className="hint no-js-only">
        {t('games:state.pending_again')}{' '}
        <a className="link" href={`/games/${game}`}>
          {t('common:refresh')}
        </a>
      </p>
    </>
  )
}

function Accepted({ game, options, place, phase, now }: StateProps) {
  const t = useText()
  const { countdown } = useFormat()
  const open = phase === 'running' || (phase === 'ended' && game.practiceMode)
  const playable = open && game.member
  const barred = open && !game.member
  const texts = {
    before: 'games:state.accepted_before',
    running: 'games:state.accepted_running',
    ended: playable ? 'games:state.accepted_practice' : 'games:state.accepted_over'
  }
  const start = Date.parse(game.start)
  const over = phase === 'ended'
  const due = now === null ? null : writeupDue(game, options, now)
  return (
    <Frame title={t('games:join.steps')}>
      {!over && <NextSteps signup="done" review={game.acceptWithoutReview ? null : 'done'} play="now" />}
      <OwnParticipation game={game} status="Accepted" players={options.crew?.names ?? []}>
        {t(barred ? 'games:state.former' : texts[phase])}
      </OwnParticipation>
      <AnswersNote game={game} />
      {!over && <InviteNote game={game} members={options.crew?.members ?? 0} />}
      {due !== null && now !== null && <WriteupDue game={game.id} due={due} now={now} />}
      {place && <OwnPlace place={place} />}
      {place && over && <OwnResult game={game} team={place.team} />}
      {phase === 'running' && game.member && (options.crew?.names.length ?? 0) > 1 && (
        <a className="btn" href={`/games/${game.id}/Workspace`}>
          {t('workspace:title')}
        </a>
      )}
      {over && playable && <Badge icon={HistoryIcon}>{t('games:phase.practice')}</Badge>}
      {phase === 'before' && now !== null && (
        <p>
          {richText(t, 'games:list.starts_in', {
            time: (
              <Countdown until={start} reload>
                {countdown(start - now)}
              </Countdown>
            )
          })}
        </p>
      )}
      {!over && <p className="hint">{t('games:state.locked')}</p>}
    </Frame>
  )
}

/** The way to the writeup that the team still owes. */
function WriteupDue({ game, due, now }: { game: number; due: number; now: number }) {
  const t = useText()
  const { countdown } = useFormat()
  const time = (
    <Countdown until={due} reload>
      {countdown(due - now)}
    </Countdown>
  )
  return (
    <Banner tone="warn" inline announce={false} title={t('writeup:owed')}>
      {richText(t, 'writeup:left', { time })}{' '}
      <a className="link" href={`/games/${game}/Writeup`}>
        {t('writeup:submit')}
      </a>
    </Banner>
  )
}

/** What a team takes along, once its place is final: the page of its result, and the pictures made of it. */
function OwnResult({ game: { id, over, freeze }, team }: { game: Game; team: number }) {
  const t = useText()
  const page = `/games/${id}/Teams/${team}`
  const lang = `lang=${useLocale()}`
  const final = over && freeze === null
  return (
    <div className="row">
      <a className="btn" href={page}>
        {t('games:state.own_page')}
      </a>
      {final && (
        <a className="btn" href={`${page}/Certificate.pdf?${lang}`} download>
          {t('cards:certificate')}
        </a>
      )}
      {final && (
        <a className="btn" href={`${page}/Card.png?${lang}`} download={`card-${id}-${team}.png`}>
          {t('cards:card')}
        </a>
      )}
    </div>
  )
}

function Rejected({ game, options, closed }: StateProps) {
  const t = useText()
  const again = !closed && !options.staff
  return (
    <Frame title={t('games:join.steps')}>
      <NextSteps signup="done" review="bad" play="later" />
      <OwnParticipation game={game} status="Rejected" players={options.crew?.names ?? []}>
        {t(closed ? 'games:state.rejected_over' : 'games:state.rejected_text')}
      </OwnParticipation>
      {options.staff && <p className="muted">{t('games:join.staff')}</p>}
      {again && (
        <JoinForm game={game} teams={options.teams} reserved={options.reserved} answers={options.answers} />
      )}
      {again && (
        <AloneForm
          game={game}
          teams={options.teams}
          reserved={options.reserved}
          answers={options.answers}
          primary={false}
        />
      )}
      <LeaveForm />
    </Frame>
  )
}

function Suspended({ game, options, phase }: StateProps) {
  const t = useText()
  return (
    <Frame title={t('games:join.steps')}>
      <OwnParticipation game={game} status="Suspended" players={options.crew?.names ?? []}>
        {t('games:state.suspended_text')}
      </OwnParticipation>
      {phase !== 'ended' && <p className="hint">{t('games:state.locked')}</p>}
    </Frame>
  )
}

const FORMS: ReadonlySet<ParticipationStatus> = new Set(['Pending', 'Rejected'])

const STATES: Record<ParticipationStatus, (props: StateProps) => ReactNode> = {
  Unsubmitted: SignUp,
  Pending,
  Accepted,
  Rejected,
  Suspended
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="contents" data-standing="panel">
      <Panel id="own-state" title={title} className="state-panel sticky">
        {children}
      </Panel>
    </div>
  )
}
