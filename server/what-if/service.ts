import { type Cards, type OtherRules, OWN_RULES, STATIC_CURVE, WhatIf } from '~/scoring/rules'
import { requireInGame } from '~/server/access'
import type { Ctx } from '~/server/access/contract'
import type { GameAccess } from '~/server/games/contract'
import { AppError } from '~/server/platform/errors'
import { withoutUndefined } from '~/server/platform/wire'
import { eachEvent, type Recordings } from '~/server/replay'
import { compareWithRules } from './compare'
import type { WhatIfChoices, WhatIfView } from './contract'

/** Compares the board under other rules; stores nothing (docs/rules/what-if.md). */
export interface WhatIfs {
  /** Ignores freezes. Administrators only. @throws 404 `game.not_found`, 400 for unknown ids, `server.busy` 503 */
  compare(
    ctx: Ctx,
    gameId: number,
    choices: WhatIfChoices,
    part: { count: number; skip: number }
  ): Promise<WhatIfView>
}

interface Needs {
  games: GameAccess
  recordings: Recordings
}

const perMille = (percent: number | undefined) =>
  percent === undefined ? undefined : Math.round(percent * 10)

function rulesOf(choices: WhatIfChoices): OtherRules {
  const { minRate, difficulty, first, second, third } = choices
  return {
    curve: choices.static ? STATIC_CURVE : withoutUndefined({ minRate, difficulty }),
    bonus: choices.noBonus
      ? { first: 0, second: 0, third: 0 }
      : withoutUndefined({ first: perMille(first), second: perMille(second), third: perMille(third) }),
    withoutTeams: new Set(choices.teams),
    withoutChallenges: new Set(choices.challenges),
    until: choices.until?.getTime() ?? null,
    tieBreak: choices.tieBreak ?? OWN_RULES.tieBreak
  }
}

const isOwn = ({ curve, bonus, withoutTeams, withoutChallenges, until, tieBreak }: OtherRules): boolean =>
  Object.keys({ ...curve, ...bonus }).length + withoutTeams.size + withoutChallenges.size === 0 &&
  until === null &&
  tieBreak === OWN_RULES.tieBreak

function checkKnown({ teams, challenges }: WhatIfChoices, cards: Cards): void {
  if (teams?.some((id) => !cards.teams.has(id)))
    throw new AppError('participation.not_found', 400, { params: { field: 'teams' } })
  if (challenges?.some((id) => !cards.challenges.has(id)))
    throw new AppError('challenge.not_found', 400, { params: { field: 'challenges' } })
}

export function createWhatIfs({ games, recordings }: Needs): WhatIfs {
  return {
    async compare(ctx, gameId, choices, part) {
      requireInGame(ctx, gameId, 'corrections')
      await games.see(ctx, gameId)
      const rules = rulesOf(choices)
      return recordings.use(gameId, async ({ seq, replay, state, cards }) => {
        checkKnown(choices, cards)
        const other = new WhatIf(rules)
        await eachEvent(replay.events, (event) => other.apply(event))
        return { entries: seq, same: isOwn(rules), ...compareWithRules(state, other.board(), cards, part) }
      })
    }
  }
}
