import {
  CHALLENGE_CATEGORIES,
  CHALLENGE_TYPES,
  type ChallengeCategory,
  type ChallengeType,
  type ContainerOptions,
  containerOptions,
  isDynamic
} from '~/server/challenges/contract'
import { parseCompose } from '~/server/compose'
import type { ServiceSpec } from '~/server/compose/contract'
import { json, nullable, number, oneOf, text } from '~/server/db'
import { AppError } from '~/server/platform/errors'
import { clusterLimitOf } from './cluster-fitness'
import type { InstanceSpec } from './contract'
import { type Endpoint, endpointsOf } from './entries/endpoints'
import { dockerNeedOf } from './swarm-fitness'

/** The challenge's part that decides how instances run. */
export interface ChallengeSetup {
  type: ChallengeType
  category: ChallengeCategory
  image: string
  /** Null for one container. */
  compose: string | null
  port: number
  memoryMb: number
  cpu: number
  diskMb: number
  options: Partial<ContainerOptions>
}

export const SETUP = `c.type, c.category, c.container_image AS image, c.container_compose AS compose, c.expose_port AS port,
  c.memory_limit AS "memoryMb", c.cpu_count AS cpu, c.storage_limit AS "diskMb", c.container_options AS options`

export const SETUP_COLUMNS = {
  type: oneOf(CHALLENGE_TYPES),
  category: oneOf(CHALLENGE_CATEGORIES),
  image: text,
  compose: nullable(text),
  port: number,
  memoryMb: number,
  cpu: number,
  diskMb: number,
  options: json<Partial<ContainerOptions>>(containerOptions)
}

/** A start as a player or an organiser requested it. */
export interface StartRequest {
  spec: InstanceSpec
  endpoints: Endpoint[]
}

/** Copies the setup, so that later edits affect later instances. @throws AppError `container.config_incomplete` */
export function startRequestOf({ type, options, compose, ...setup }: ChallengeSetup): StartRequest {
  const { flagDelivery, flagPath, readiness, readinessTarget, entry, more, ...rest } =
    containerOptions.parse(options)
  const services = compose === null ? [] : servicesOf(compose)
  const main = services.find(({ name }) => name === entry.service)
  const image = compose === null ? setup.image : main?.image
  if (!image) throw new AppError('container.config_incomplete')
  const spec: Omit<InstanceSpec, 'needsDocker' | 'clusterLimit'> = {
    image,
    images: [...new Set([image, ...services.map((one) => one.image)])],
    services,
    memoryMb: setup.memoryMb,
    cpu: setup.cpu,
    diskMb: setup.diskMb,
    ...rest,
    ...(compose !== null && totalsOf(services)),
    flag: isDynamic(type) ? flagDelivery : 'none',
    flagPath,
    readiness,
    readinessTarget: readiness === 'http' ? readinessTarget || '/' : readinessTarget
  }
  const needsDocker = dockerNeedOf({ ...spec, services: services.length })
  return {
    spec: { ...spec, needsDocker, clusterLimit: clusterLimitOf(services) },
    endpoints: endpointsOf({ ...setup, options: { entry, more, readiness } })
  }
}

/** @throws AppError `container.config_incomplete` for an old invalid text */
function servicesOf(compose: string): ServiceSpec[] {
  const read = parseCompose(compose)
  if (!read.ok) throw new AppError('container.config_incomplete')
  return read.spec.services
}

/** Sums over the services; `readOnly` only if all of them are. */
export function totalsOf(services: readonly ServiceSpec[]) {
  const sum = (key: 'memoryMb' | 'cpu' | 'pids') => services.reduce((total, one) => total + one[key], 0)
  return {
    memoryMb: sum('memoryMb'),
    cpu: sum('cpu'),
    pids: sum('pids'),
    readOnly: services.every(({ readOnly }) => readOnly)
  }
}
