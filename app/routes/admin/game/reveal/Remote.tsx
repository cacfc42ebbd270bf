import { type ReactNode, useId } from 'react'
import { Banner } from '~/app/components/Banner'
import { Confirm, ConfirmBox, opensConfirm } from '~/app/components/form/Confirm'
import { FormMessage } from '~/app/components/form/FormMessage'
import { ChevronLeftIcon, ChevronRightIcon, MonitorIcon, PauseIcon, PlayIcon } from '~/app/components/icons'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { useCellText } from '~/app/islands/ceremony/words'
import { useFormState } from '~/app/request/form-state'
import type { CeremonyAct, CeremonyRemote } from '~/server/freeze/ceremony/contract'

interface RemoteProps {
  gameId: number
  remote: CeremonyRemote
}

export function Remote({ gameId, remote }: RemoteProps) {
  const { scene, next, outdated } = remote
  const t = useText()
  const { number } = useFormat()
  const sentence = useCellText()
  const state = useFormState('step')
  const progress = { position: number(scene.position), total: number(scene.total) }
  return (
    <>
      <FormMessage state={state} />
      {outdated && (
        <Banner tone="warn" announce={false}>
          {t('ceremony:outdated')}
        </Banner>
      )}
      <div className="prog">
        <progress value={scene.position} max={Math.max(1, scene.total)} aria-label={t('ceremony:title')} />
        <div className="ends">
          <span>{t('ceremony:progress', progress)}</span>
          <a href={`/games/${gameId}/Reveal`}>{t('ceremony:screen')}</a>
        </div>
      </div>
      <div className="now-on">
        <span>
          <small>{t('ceremony:on_screen')}</small>
          {scene.last ? <bdi>{sentence(scene.last)}</bdi> : '–'}
        </span>
      </div>
      {next && (
        <div className="next">
          <p className="lbl">{t('ceremony:next')}</p>
          <p className="who">
            <b>{next.from.rank}</b>
            <bdi>{next.name}</bdi>
          </p>
          <p className="say">{sentence(next)}</p>
        </div>
      )}
      {scene.done ? <Over gameId={gameId} /> : <Buttons gameId={gameId} remote={remote} />}
    </>
  )
}

function Over({ gameId }: { gameId: number }) {
  const t = useText()
  return (
    <Banner announce={false}>
      {t('ceremony:over')} <a href={`/games/${gameId}/Scoreboard`}>{t('ceremony:scoreboard')}</a>
    </Banner>
  )
}

/** Cells of teams on these ranks, or that lift a team there, are opened with a second press. */
const ASKED_UP_TO = 3

type Opened = NonNullable<CeremonyRemote['next']>

const bestOf = (...ranks: number[]) => Math.min(...ranks)

function Next({ next, off, ...press }: { next: Opened; off: boolean; href: string; version: number }) {
  const t = useText()
  const rank = bestOf(next.from.rank, next.to.rank)
  return (
    <Press
      act="next"
      look="primary go"
      rank={rank}
      asks={rank <= ASKED_UP_TO ? t('ceremony:open') : null}
      off={off}
      {...press}
    >
      {t('ceremony:open')}
      <small>
        <bdi>{next.title ?? t('ceremony:outcome.points')}</bdi>
      </small>
    </Press>
  )
}

function Buttons({ gameId, remote: { scene, next, team } }: RemoteProps) {
  const t = useText()
  const href = `/admin/games/${gameId}/Reveal`
  const press = { href, version: scene.version }
  const closed = scene.paused || !next
  const wholeTeam = t('ceremony:team', { cells: team?.cells ?? 0 })
  const teamRank = next && team ? bestOf(next.from.rank, next.to.rank, team.to.rank) : Infinity
  return (
    <>
      {next ? (
        <Next next={next} off={closed} {...press} />
      ) : (
        <Confirm
          classes="primary go"
          label={t('ceremony:finish')}
          question={t('ceremony:finish_question')}
          confirm={t('ceremony:finish')}
          action={href}
          fields={{ intent: 'step', act: 'finish', version: scene.version }}
        />
      )}
      <div className="keys4">
        <Press act="back" off={scene.paused || scene.position === 0} {...press}>
          <ChevronLeftIcon />
          {t('ceremony:back')}
        </Press>
        <Press act="team" off={closed} asks={teamRank <= ASKED_UP_TO ? wholeTeam : null} {...press}>
          <ChevronRightIcon />
          {wholeTeam}
        </Press>
        <Press act="pause" {...press}>
          {scene.paused ? <PlayIcon /> : <PauseIcon />}
          {t(scene.paused ? 'ceremony:resume' : 'ceremony:pause')}
        </Press>
        <Press act="blank" {...press}>
          <MonitorIcon />
          {t(scene.blank ? 'ceremony:unblank' : 'ceremony:blank')}
        </Press>
      </div>
      <Confirm
        danger
        classes="sm"
        label={t('ceremony:cancel')}
        question={t('ceremony:cancel_question')}
        confirm={t('ceremony:cancel')}
        action={href}
        fields={{ intent: 'cancel' }}
      />
    </>
  )
}

interface PressProps {
  act: CeremonyAct
  href: string
  version: number
  look?: string
  off?: boolean
  /** The better rank of the team before and after, for automatic opening. */
  rank?: number
  /** The button opens a question, with this answer: one press must not give away the first teams. */
  asks?: string | null
  children: ReactNode
}

/** A press that a second one confirms, at the same place of the page. */
function AskedPress({ act, href, version, look, off, rank, asks, children }: PressProps) {
  const t = useText()
  const id = useId()
  return (
    <>
      <button
        id={`ceremony-${act}`}
        type="button"
        className={look ? `btn ${look}` : 'btn'}
        disabled={off}
        data-rank={rank}
        {...opensConfirm(id)}
      >
        {children}
      </button>
      <ConfirmBox
        id={id}
        question={t('ceremony:top_question')}
        confirm={asks ?? ''}
        action={href}
        fields={{ intent: 'step', act, version }}
      />
    </>
  )
}

function Press(props: PressProps) {
  const { act, href, version, look, off, rank, asks, children } = props
  if (asks) return <AskedPress {...props} />
  return (
    <form className="contents" method="post" action={href}>
      <input type="hidden" name="intent" value="step" />
      <input type="hidden" name="version" value={version} />
      <button
        id={`ceremony-${act}`}
        type="submit"
        className={look ? `btn ${look}` : 'btn'}
        name="act"
        value={act}
        disabled={off}
        data-rank={rank}
      >
        {children}
      </button>
    </form>
  )
}
