import {
  type ChallengeCategory,
  type ChallengeType,
  type ContainerOptions,
  containerOptions,
  isDynamic
} from '~/server/challenges/contract'
import type { InstanceSpec } from './contract'
import { type Endpoint, endpointsOf } from './endpoints'

/** What of a challenge decides how its instances run. */
export interface ChallengeSetup {
  type: ChallengeType
  category: ChallengeCategory
  image: string
  port: number
  memoryMb: number
  cpu: number
  diskMb: number
  options: Partial<ContainerOptions>
}

/** The columns of ChallengeSetup of the challenge `c`. */
export const SETUP = `c.type, c.category, c.container_image AS image, c.expose_port AS port, c.memory_limit AS "memoryMb",
  c.cpu_count AS cpu, c.storage_limit AS "diskMb", c.container_options AS options`

/** A start as it is frozen when it is asked for: later edits are for later instances. */
export function specOf({ type, options, ...setup }: ChallengeSetup): InstanceSpec {
  const { flagDelivery, flagPath, readiness, readinessTarget, entry, more, ...rest } =
    containerOptions.parse(options)
  return {
    image: setup.image,
    memoryMb: setup.memoryMb,
    cpu: setup.cpu,
    diskMb: setup.diskMb,
    ...rest,
    flag: isDynamic(type) ? flagDelivery : 'none',
    flagPath,
    readiness,
    readinessTarget: readiness === 'http' ? readinessTarget || '/' : readinessTarget
  }
}

/** Where players come in, as it is frozen as well. */
export const offeredBy = ({ options, ...setup }: ChallengeSetup): Endpoint[] =>
  endpointsOf({ ...setup, options: containerOptions.parse(options) })
