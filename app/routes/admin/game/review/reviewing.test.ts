import { expect, it } from 'vitest'
import { MOVES } from './status-moves'

it('no move leads to the status it starts from', () => {
  for (const [from, moves] of Object.entries(MOVES)) expect(moves.map(({ to }) => to)).not.toContain(from)
})
