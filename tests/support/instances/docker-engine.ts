import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { createDockerEngine } from '~/jobs/instances/engine/docker'
import { namesOf } from '~/jobs/instances/engine/docker/names'
import type { Engine, StartPlan } from '~/jobs/instances/engine/engine'
import { dockerHost, execute, type ImageOptions, imageOf, removeAll, removeImage, testImage } from './engine'

let subnets = 0

/** Starts the tests' image, in a subnet of its own. */
export function planOf(
  changes: Partial<StartPlan> = {},
  limits: Partial<StartPlan['limits']> = {}
): StartPlan {
  const at = 16 * subnets++
  return {
    instance: randomUUID(),
    generation: 1,
    image: testImage(),
    env: {},
    labels: {},
    publish: [],
    subnet: `10.214.${at >> 8}.${at & 255}/28`,
    egress: { kind: 'none' },
    limits: { memoryMb: 64, cpu: 5, pids: 64, diskMb: 8, ...limits },
    readOnly: true,
    capabilities: [],
    file: null,
    ...changes
  }
}

export const nameOf = ({ instance }: StartPlan) => namesOf(instance).object

/** The body of a web server; null when it does not reply. */
export async function read(address: string): Promise<string | null> {
  const answer = await fetch(`http://${address}/`, { signal: AbortSignal.timeout(2000) }).catch(() => null)
  return answer && (await answer.text()).trim()
}

/** Runs a shell script in the container; returns output and exit code. */
export async function shell(container: string, script: string, user = '') {
  const { code, output } = await execute(container, ['/bin/sh', '-c', script], user)
  return { code, output: output.replaceAll('\r', '').trim() }
}

/** An engine with an install of its own. Objects are removed after each test, images after the file. */
export function useDockerEngine() {
  const install = `test-${randomUUID()}`
  const images: string[] = []
  let engine: Engine | null = null
  beforeAll(() => {
    engine = createDockerEngine({ address: dockerHost(), install })
  })
  afterEach(() => removeAll(`halyard.install=${install}`))
  afterAll(async () => {
    engine?.close()
    for (const image of images) await removeImage(image)
  })

  const image = async (options: ImageOptions): Promise<string> => {
    const reference = await imageOf(`halyard-test/engine:${randomUUID().slice(0, 8)}`, options)
    images.push(reference)
    return reference
  }

  return {
    install,
    /** Available from the first test on. */
    get engine() {
      return engine!
    },
    /** An image of this file alone. */
    image,
    /** Builds an image with a shell script as its command. */
    script: (script: string, options: ImageOptions = {}) =>
      image({ cmd: ['/bin/sh', '-c', script], ...options })
  }
}
