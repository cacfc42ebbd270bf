import { createHash } from 'node:crypto'
import type { Redis } from '~/server/platform/redis'

export interface ScriptValues {
  keys: string[]
  arguments: string[]
}

const hashes = new Map<string, string>()

function hashOf(script: string): string {
  const known = hashes.get(script) ?? createHash('sha1').update(script).digest('hex')
  hashes.set(script, known)
  return known
}

/** Runs a script by its hash, and sends it when Redis does not know it. */
export async function runScript(redis: Redis, script: string, values: ScriptValues): Promise<unknown> {
  try {
    return await redis.evalSha(hashOf(script), values)
  } catch (error) {
    if (!(error as Error).message.startsWith('NOSCRIPT')) throw error
    return redis.eval(script, values)
  }
}
