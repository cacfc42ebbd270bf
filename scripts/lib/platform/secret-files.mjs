import { readFileSync } from 'node:fs'
import { describeError, UserError } from '../terminal/errors.mjs'

/** Variables that may be given as a file by NAME_FILE, as container engines hand over secrets. */
const FROM_FILES = [
  'DATABASE_URL',
  'REDIS_URL',
  'HALYARD_SECRET',
  'HALYARD_ADMIN_PASSWORD',
  'SMTP_URL',
  'SMTP_PASSWORD',
  'CAPTCHA_SECRET_KEY',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY'
]

/**
 * The environment with what its NAME_FILE name, each before the variable itself.
 * @param {Record<string, string | undefined>} env @throws {UserError} with one sentence for each file that cannot be read
 */
export function withSecretFiles(env) {
  const whole = { ...env }
  /** @type {string[]} */
  const faults = []
  for (const name of FROM_FILES) {
    const path = env[`${name}_FILE`]
    if (!path) continue
    try {
      whole[name] = readFileSync(path, 'utf8').trim()
    } catch (error) {
      faults.push(`${name}_FILE cannot be read (${describeError(error)}).`)
    }
  }
  if (faults.length > 0) throw new UserError(...faults)
  return whole
}
