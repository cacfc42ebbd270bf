import { isScoringFunction } from '~/scoring/rules'
import type { Plugins } from '~/server/plugins'
import type { Line } from '../contract'
import { archiveFault, reportLine } from '../report-lines'
import type { StoredChallenge } from './difference'
import type { Plan, PlannedChallenge } from './plan'

/** Plug-ins that challenges of an archive may name: those that are loaded here. */
export type PluginNames = Pick<Plugins, 'names'>

/**
 * The first plug-in that a challenge names and that is not loaded, with its member; null for none. One that the challenge
 * has already may stay (docs/rules/plugins.md#unknown-names).
 */
export function unknownPlugin(
  plugins: PluginNames,
  { update }: PlannedChallenge,
  old: Pick<StoredChallenge, 'checker' | 'scoring'> | null
): Line | null {
  for (const member of ['checker', 'scoring'] as const) {
    const name = update[member]
    if (member === 'scoring' && isScoringFunction(name)) continue
    if (name && name !== old?.[member] && !plugins.names(member).includes(name))
      return reportLine('unknown_plugin', { member, name })
  }
  return null
}

/**
 * Leaves out new challenges that name plug-ins which are not loaded. Archives of games are refused as a whole.
 * @throws AppError `archive.unknown_plugin` 400
 */
export function withPlugins(plugins: PluginNames, plan: Plan): Plan {
  const unknown = new Map(plan.challenges.map((one) => [one, unknownPlugin(plugins, one, null)]))
  const [first] = plan.challenges.filter((one) => unknown.get(one))
  if (!first) return plan
  if (plan.kind === 'Game')
    throw archiveFault('unknown_plugin', { from: first.from, ...unknown.get(first)!.params })
  const refused = plan.challenges.flatMap((one) => {
    const reason = unknown.get(one)
    return reason ? [{ from: one.from, title: one.input.title, reason }] : []
  })
  return {
    ...plan,
    challenges: plan.challenges.filter((one) => !unknown.get(one)),
    refused: [...plan.refused, ...refused]
  }
}
