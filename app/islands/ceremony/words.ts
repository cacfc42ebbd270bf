import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { OpenedCell } from '~/server/freeze/ceremony/contract'

export function useCellText(): (opened: OpenedCell) => string {
  const t = useText()
  const { number } = useFormat()
  return ({ name: team, title, outcome, from, to }) => {
    const points = number(to.score - from.score)
    const challenge = title ?? ''
    return t(`ceremony:said.${outcome}`, { team, challenge, points, from: from.rank, to: to.rank })
  }
}
