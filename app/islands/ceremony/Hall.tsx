import { Avatar } from '~/app/components/Avatar'
import { ShieldIcon } from '~/app/components/hall-icons'
import { PlayIcon, XIcon } from '~/app/components/icons'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { LiveMark } from '~/app/islands/runtime/LiveMark'
import { useHydrated } from '~/app/islands/runtime/use-hydrated'
import type { CeremonyScene } from '~/server/freeze/ceremony/contract'
import { CeremonyRows } from './CeremonyRows'
import { Divisions, PodiumScene } from './PodiumScene'
import { Side } from './Side'
import { useScene } from './use-scene'
import { useCellText } from './words'

interface HallProps {
  gameId: number
  title: string
  /** Address of the game's picture; null for its flag. */
  poster: string | null
  leave: string
  /** Null without a ceremony. */
  scene: CeremonyScene | null
}

export function Hall(props: HallProps) {
  const { gameId, title, poster, leave } = props
  const t = useText()
  const { clock } = useFormat()
  const hydrated = useHydrated()
  const { scene, connection, retry, heardAt } = useScene(gameId, props.scene)
  const sentence = useCellText()
  const share = scene && scene.total > 0 ? scene.position / scene.total : 0
  return (
    <>
      <header className="pj-head">
        <div className="pj-title">
          <Avatar name={title} url={poster} size="s40" />
          <div>
            <h1 className="truncate">
              <bdi>{title}</bdi>
            </h1>
            <p className="truncate">
              {scene ? t('ceremony:hall', { time: clock(new Date(scene.frozen)) }) : t('ceremony:title')}
            </p>
          </div>
        </div>
        <Opening scene={scene} />
        <div className="pj-live">
          {hydrated && !scene?.done && <LiveMark {...{ connection, retry, heardAt }} />}
          {scene?.done && <Proofs gameId={gameId} />}
          <a className="btn sm ghost" href={leave} aria-label={t('ceremony:leave')}>
            <XIcon />
            <span className="leave">{t('ceremony:leave')}</span>
          </a>
        </div>
        <svg className="game-rail" aria-hidden="true" focusable="false">
          <rect className="rope" width="100%" height="100%" />
          <rect className="run" width={`${Math.round(share * 10_000) / 100}%`} height="100%" />
        </svg>
      </header>
      <main id="main" className="rv-main" tabIndex={-1}>
        <p className="sr" role="status">
          {scene?.last && !scene.blank ? sentence(scene.last) : ''}
        </p>
        {!scene || scene.blank ? (
          <div className="rv-blank">
            <p>{scene ? <bdi>{title}</bdi> : t('ceremony:waiting')}</p>
            {!scene && <p className="hint">{t('ceremony:waiting_text')}</p>}
          </div>
        ) : (
          <Opened scene={scene} />
        )}
      </main>
      {scene && !scene.blank && <Foot scene={scene} leave={leave} />}
    </>
  )
}

function Opening({ scene }: { scene: CeremonyScene | null }) {
  const t = useText()
  if (!scene || scene.blank) return <div className="pj-clock" />
  const turn = scene.rows.find(({ participationId }) => participationId === scene.turn)
  return (
    <div className="pj-clock">
      {turn ? (
        <>
          <b>{turn.rank}</b>
          <span>{t(scene.paused ? 'ceremony:paused' : 'ceremony:opens')}</span>
        </>
      ) : (
        <b>{t('ceremony:final')}</b>
      )}
    </div>
  )
}

function Opened({ scene }: { scene: CeremonyScene }) {
  if (scene.podium) return <PodiumScene places={scene.podium.places} />
  return (
    <>
      <CeremonyRows scene={scene} />
      <Side scene={scene} />
    </>
  )
}

function Proofs({ gameId }: { gameId: number }) {
  const t = useText()
  return (
    <>
      <a className="btn sm ghost" href={`/games/${gameId}/verify`}>
        <ShieldIcon />
        <span className="leave">{t('ceremony:verify')}</span>
      </a>
      <a className="btn sm ghost" href={`/games/${gameId}/Replay`}>
        <PlayIcon />
        <span className="leave">{t('ceremony:replay')}</span>
      </a>
    </>
  )
}

function Foot({ scene, leave }: { scene: CeremonyScene; leave: string }) {
  const t = useText()
  const { number } = useFormat()
  if (scene.podium)
    return (
      <footer className="rv-foot divs">
        <Divisions divisions={scene.podium.divisions} />
        <a className="push" href={leave}>
          {t('ceremony:scoreboard')}
        </a>
      </footer>
    )
  return (
    <footer className="rv-foot">
      <span className="push">
        {t('ceremony:progress', { position: number(scene.position), total: number(scene.total) })}
      </span>
      <progress value={scene.position} max={Math.max(1, scene.total)} aria-label={t('ceremony:title')} />
    </footer>
  )
}
