import type { ReactNode } from 'react'
import { Banner } from '~/app/components/Banner'
import { Confirm } from '~/app/components/form/Confirm'
import { FormMessage } from '~/app/components/form/FormMessage'
import { ChevronLeftIcon, ChevronRightIcon, MonitorIcon, PauseIcon, PlayIcon } from '~/app/components/icons'
import { useSentence } from '~/app/islands/ceremony/words'
import { useFormat } from '~/app/islands/runtime/words/format'
import { useText } from '~/app/islands/runtime/words/text'
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
  const sentence = useSentence()
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

function Buttons({ gameId, remote: { scene, next, team } }: RemoteProps) {
  const t = useText()
  const href = `/admin/games/${gameId}/Reveal`
  const press = { href, version: scene.version }
  const closed = scene.paused || !next
  return (
    <>
      {next ? (
        <Press act="next" look="primary go" off={closed} rank={next.from.rank} {...press}>
          {t('ceremony:open')}
          <small>
            <bdi>{next.title ?? t('ceremony:outcome.points')}</bdi>
          </small>
        </Press>
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
        <Press act="team" off={closed} {...press}>
          <ChevronRightIcon />
          {t('ceremony:team', { cells: team?.cells ?? 0 })}
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
  /** Rank of the current team, for automatic opening. */
  rank?: number
  children: ReactNode
}

function Press({ act, href, version, look, off, rank, children }: PressProps) {
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
