import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { tarOf } from '../engine/docker/tar'
import { type Engine, EngineError, type EngineInfo } from '../engine/engine'

/** Port of the image when it runs as the demo challenge. */
export const DEMO_PORT = 1337

/** Programs beside probe.c, by the engine's architecture. */
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

/** Relative to the working directory, which is always the clone. */
async function readProgram(architecture: string): Promise<Buffer> {
  const name = PROGRAMS[architecture]
  if (!name) throw new EngineError('image.platform_mismatch', `there is no probe for ${architecture}`)
  return readFile(join(process.cwd(), 'jobs/instances/probe', name))
}

async function programOf(architecture: string): Promise<{ content: Buffer; reference: string }> {
  const content = await readProgram(architecture)
  // The digest covers the settings of the image too.
  const digest = createHash('sha256').update(content).update(CHANGES.join('\n')).digest('hex')
  return { content, reference: `halyard/probe:${digest.slice(0, 12)}` }
}

/** Reference of the image for an architecture; self-tests make sure that it exists. */
export const probeReference = async (architecture: string): Promise<string> =>
  (await programOf(architecture)).reference

/** Ensures that the engine has our image of probe and demo; returns its reference. Throws EngineError. */
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
