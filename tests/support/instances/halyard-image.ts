import { importBases, runDocker } from './base-image'
import { dockerHost, ownsEngine } from './engine'

export const IMAGE = 'halyard-test/halyard:1'
/** The images on and with which the Dockerfile is built. */
export const BASES = { base: 'halyard-test/node:1', prepared: 'halyard-test/prepared:1' }

const docker = (...args: string[]) => runDocker(dockerHost(), ...args)

/** Builds the image as the Dockerfile says, without a registry. The tests' own engine keeps it for the next file. */
export async function buildImage(): Promise<void> {
  if (ownsEngine && (await docker('images', '--quiet', IMAGE)) !== '') return
  await importBases(dockerHost(), BASES)
  const bases = ['--build-arg', `NODE_IMAGE=${BASES.base}`, '--build-arg', `PREPARED=${BASES.prepared}`]
  await docker('build', '--network', 'none', ...bases, '-t', IMAGE, '.')
}

/** Removes the image from an engine of others; one of the tests' own ends with them. */
export async function dropImage(): Promise<void> {
  if (ownsEngine) return
  for (const name of [IMAGE, ...Object.values(BASES)]) await docker('rmi', '-f', name).catch(() => {})
}
