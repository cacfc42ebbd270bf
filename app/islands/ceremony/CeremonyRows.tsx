import { useRef } from 'react'
import { Avatar } from '~/app/components/Avatar'
import { Category, CategoryIcon, categoryKey } from '~/app/components/game/Category'
import { CheckIcon, XIcon } from '~/app/components/icons'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { categoryName } from '~/server/categories/constants'
import type { CeremonyScene, SceneCell, SceneRow } from '~/server/freeze/ceremony/contract'
import { useSlides } from './use-slides'

export function CeremonyRows({ scene }: { scene: CeremonyScene }) {
  const t = useText()
  const list = useRef<HTMLOListElement>(null)
  useSlides(list, scene)
  return (
    <ol className="rv-list" aria-label={t('ceremony:list')} ref={list}>
      {scene.rows.map((row) => (
        <Row key={row.participationId} row={row} scene={scene} />
      ))}
    </ol>
  )
}

function Row({ row, scene: { turn, last, done } }: { row: SceneRow; scene: CeremonyScene }) {
  const t = useText()
  const { number } = useFormat()
  const { participationId, name, avatar, rank, score, cells } = row
  const now = participationId === turn
  const isOpen = cells.every(({ outcome }) => outcome !== null)
  const just = last?.participationId === participationId
  // Points beside solves have no challenge to name: the gain stands by its cell, in the row's own line.
  const plain = just && last?.outcome === 'points' && !last.title
  const look = [
    now && 'now',
    !now && isOpen && 'done',
    just && (plain ? 'just plain' : 'just'),
    done && rank <= 3 && 'top'
  ]
  const next = now ? cells.findIndex(({ outcome }) => outcome === null) : -1
  return (
    <li className={look.filter(Boolean).join(' ') || undefined} data-row={participationId}>
      <span className="rk">{rank}</span>
      <Avatar name={name} url={avatar} />
      <span className="nm">
        <bdi>{name}</bdi>
      </span>
      <span className="pend">
        {cells.map((cell, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
          <Cell key={index} cell={cell} next={index === next} />
        ))}
        {plain && <Gain by={last.to.score - last.from.score} />}
      </span>
      <span className="sc">{number(score)}</span>
      {just && last && !plain && (
        <span className="what">
          {last.category && <Category category={last.customCategory ?? last.category} />}
          <b>{last.title && <bdi>{last.title}</bdi>}</b>
          <span className="faint">{t(`ceremony:outcome.${last.outcome}`)}</span>
          {last.tries > 0 && (
            <span className="faint">{t('ceremony:tries', { tries: number(last.tries) })}</span>
          )}
          <Gain by={last.to.score - last.from.score} />
        </span>
      )}
    </li>
  )
}

function Gain({ by }: { by: number }) {
  const { number } = useFormat()
  return by === 0 ? null : (
    <span className={by > 0 ? 'plus' : 'minus'}>{`${by > 0 ? '+' : '−'}${number(Math.abs(by))}`}</span>
  )
}

const CLASSES = { solved: 'yes', points: 'yes', failed: 'no', lost: 'no' } as const

function Cell({ cell, next }: { cell: SceneCell; next: boolean }) {
  const { outcome, title } = cell
  const category = cell.customCategory ?? cell.category
  const t = useText()
  const look = ['q', outcome && CLASSES[outcome], next && 'next'].filter(Boolean).join(' ')
  const words = t(outcome ? `ceremony:outcome.${outcome}` : 'ceremony:sealed')
  return (
    <span
      className={look}
      data-category={category ? categoryKey(category) : undefined}
      title={title ?? undefined}
    >
      {outcome === 'solved' && <CheckIcon />}
      {(outcome === 'failed' || outcome === 'lost') && <XIcon />}
      {outcome === 'points' && <span aria-hidden="true">±</span>}
      {outcome === null &&
        (category ? <CategoryIcon category={category} /> : <span aria-hidden="true">±</span>)}
      <span className="sr">
        {[category && categoryName(category), title, words].filter(Boolean).join(' ')}
      </span>
    </span>
  )
}
