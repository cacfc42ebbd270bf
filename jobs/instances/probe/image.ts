import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { tarOf } from '../engine/docker/tar'
import { type Engine, EngineError, type EngineInfo } from '../engine/engine'

/** Port of the challenge that the image is when nothing else is asked of it. */
export const DEMO_PORT = 1337

/** The programs beside probe.c, by the names that engines have for what they run on. */
const PROGRAMS: Record<string, string> = {
  x86_64: 'probe-x86_64',
  amd64: 'probe-x86_64',
  aarch64: 'probe-aarch64',
  arm64: 'probe-aarch64'
}

const CHANGES = [
  'ENTRYPOINT ["/probe"]',
  `CMD ["demo","${DEMO_PORT}"]`,
  `EXPOSE ${DEMO_PORT}`,
  'USER 1000:1000'
]

/** All processes are started in the folder of the clone. */
async function readProgram(architecture: string): Promise<Buffer> {
  const name = PROGRAMS[architecture]
  if (!name) throw new EngineError('image.platform_mismatch', `there is no probe for ${architecture}`)
  return readFile(join(process.cwd(), 'jobs/instances/probe', name))
}

/** The program for an architecture, and the image it is in. */
async function programOf(architecture: string): Promise<{ content: Buffer; reference: string }> {
  const content = await readProgram(architecture)
  // The digest covers the image's settings beside the program.
  const digest = createHash('sha256').update(content).update(CHANGES.join('\n')).digest('hex')
  return { content, reference: `halyard/probe:${digest.slice(0, 12)}` }
}

/** The image's reference on engines of an architecture, as they name it; every self-test sees that it is there. */
export const probeReference = async (architecture: string): Promise<string> =>
  (await programOf(architecture)).reference

/**
 * Sees that the engine has the image that Halyard brings itself: one program that tests the engine, and the demo
 * challenge. Answers its reference. Throws EngineError.
 */
export async function ensureProbeImage(
  engine: Pick<Engine, 'image' | 'importImage'>,
  info: Pick<EngineInfo, 'architecture'>
): Promise<string> {
  const { content, reference } = await programOf(info.architecture)
  if (await engine.image(reference)) return reference
  const tar = tarOf({ name: 'probe', content, mode: 0o755, uid: 0, gid: 0 })
  await engine.importImage(reference, Readable.from([tar]), CHANGES)
  return reference
}
