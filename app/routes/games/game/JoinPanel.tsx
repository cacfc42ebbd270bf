import type { ReactNode } from 'react'
import { Badge } from '~/app/components/Badge'
import { Countdown } from '~/app/components/Countdown'
import { HistoryIcon } from '~/app/components/icons'
import { Panel } from '~/app/components/Panel'
import { rich } from '~/app/components/rich'
import { useFormat } from '~/app/islands/runtime/format'
import { useText } from '~/app/islands/runtime/text'
import { type GamePhase, phaseOf } from '~/server/games/contract'
import { JoinForm, type TeamChoice } from './JoinForm'
import { LeaveForm } from './LeaveForm'
import { type Game, Standing, Steps } from './Standing'

interface JoinPanelProps {
  game: Game
  /** The reader's teams. */
  teams: TeamChoice[]
  visitor: boolean
  now: number
}

/** Where the reader stands in this game and what to do next (behaviour.md 13.4). */
export function JoinPanel({ game, teams, visitor, now }: JoinPanelProps) {
  const phase = phaseOf({ start: new Date(game.start), end: new Date(game.end) }, new Date(now))
  const closed = phase === 'ended' && !game.practiceMode
  if (game.status === 'Unsubmitted')
    return closed ? <Closed /> : visitor ? <Visitor game={game} /> : <SignUp {...{ game, teams, phase }} />
  if (game.status === 'Accepted') return <Accepted game={game} phase={phase} now={now} />
  if (game.status === 'Rejected') return <Rejected {...{ game, teams, closed }} />
  if (game.status === 'Suspended') return <Suspended game={game} phase={phase} />
  return <Pending game={game} />
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

function SignUp({ game, teams, phase }: { game: Game; teams: TeamChoice[]; phase: GamePhase }) {
  const t = useText()
  return (
    <Frame title={t('games:join.title')}>
      <Steps signup="now" review={game.acceptWithoutReview ? null : 'later'} play="later" />
      {phase === 'ended' && <p className="muted">{t('games:join.practice_note')}</p>}
      <JoinForm game={game} teams={teams} />
    </Frame>
  )
}

function Pending({ game }: { game: Game }) {
  const t = useText()
  return (
    <Frame title={t('games:join.steps')}>
      <Steps signup="done" review="now" play="later" />
      <Standing game={game} status="Pending">
        {t('games:state.pending_text')}
      </Standing>
      <LeaveForm />
    </Frame>
  )
}

function Accepted({ game, phase, now }: { game: Game; phase: GamePhase; now: number }) {
  const t = useText()
  const { countdown } = useFormat()
  const playable = phase === 'running' || (phase === 'ended' && game.practiceMode)
  const texts = {
    before: 'games:state.accepted_before',
    running: 'games:state.accepted_running',
    ended: playable ? 'games:state.accepted_practice' : 'games:state.accepted_over'
  }
  const start = Date.parse(game.start)
  return (
    <Frame title={t('games:join.steps')}>
      <Steps signup="done" review={game.acceptWithoutReview ? null : 'done'} play="now" />
      <Standing game={game} status="Accepted">
        {t(texts[phase])}
      </Standing>
      {phase === 'ended' && playable && <Badge icon={HistoryIcon}>{t('games:phase.practice')}</Badge>}
      {phase === 'before' && (
        <p>
          {rich(t, 'games:list.starts_in', {
            time: (
              <Countdown until={start} reload>
                {countdown(start - now)}
              </Countdown>
            )
          })}
        </p>
      )}
      {playable && (
        <a className="btn primary lg block" href={`/games/${game.id}/Challenges`}>
          {t('games:state.open_challenges')}
        </a>
      )}
      {phase !== 'before' && <BoardLink id={game.id} />}
    </Frame>
  )
}

function Rejected({ game, teams, closed }: { game: Game; teams: TeamChoice[]; closed: boolean }) {
  const t = useText()
  return (
    <Frame title={t('games:join.steps')}>
      <Steps signup="done" review="bad" play="later" />
      <Standing game={game} status="Rejected">
        {t(closed ? 'games:state.rejected_over' : 'games:state.rejected_text')}
      </Standing>
      {!closed && <JoinForm game={game} teams={teams} />}
      <LeaveForm />
    </Frame>
  )
}

function Suspended({ game, phase }: { game: Game; phase: GamePhase }) {
  const t = useText()
  return (
    <Frame title={t('games:join.steps')}>
      <Standing game={game} status="Suspended">
        {t('games:state.suspended_text')}
      </Standing>
      {phase !== 'before' && <BoardLink id={game.id} />}
    </Frame>
  )
}

function BoardLink({ id }: { id: number }) {
  const t = useText()
  return (
    <a className="btn block" href={`/games/${id}/Scoreboard`}>
      {t('games:state.open_scoreboard')}
    </a>
  )
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Panel title={title} className="state-panel sticky">
      {children}
    </Panel>
  )
}
