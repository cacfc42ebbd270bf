import { type RefObject, useEffect, useRef } from 'react'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { isCounted } from '~/scoring/rules'
import type { Layout, View } from '../live/view'
import { secondsOf } from '../times'

/** Tooltip of a cell (challenge, points, time), made on hover (docs/rules/interface.md#scoreboard-page). */
export function useHints(wrap: RefObject<HTMLElement>, view: View | null, columns: Layout['columns']): void {
  const t = useText()
  const { number } = useFormat()
  const latest = useRef<(cell: HTMLTableCellElement) => string>(() => '')
  latest.current = (cell) => {
    const row = cell.parentElement as HTMLTableRowElement
    const before = [...row.cells].slice(0, cell.cellIndex).reduce((sum, { colSpan }) => sum + colSpan, 0)
    const all = [...row.cells].reduce((sum, { colSpan }) => sum + colSpan, 0)
    const column = columns[before - (all - columns.length)]
    const team = view?.board.state.teams.get(Number(row.dataset.row))
    const solve = team?.solves.find((one) => one.challenge.id === column?.id && isCounted(one))
    if (!solve || !column) return column?.title ?? ''
    const words = { title: column.title, points: number(solve.points), time: secondsOf(solve.at) }
    return t('scoreboard:mark.about', words)
  }
  useEffect(() => {
    const element = wrap.current
    const over = ({ target }: PointerEvent) => {
      const cell = (target as Element).closest<HTMLTableCellElement>('tbody td.m')
      if (cell) cell.title = latest.current(cell)
    }
    element?.addEventListener('pointerover', over, { passive: true })
    return () => element?.removeEventListener('pointerover', over)
  }, [wrap])
}
