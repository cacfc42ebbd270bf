import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { UserError } from '~/scripts/shared/output'

/** The platform and the credentials for it. */
export interface Account {
  /** The address without a final slash. */
  url: string
  token: string
}

const stored = z.object({ url: z.string(), token: z.string() })

/** The file of `login`, in the folder that the system has for settings. */
function loginFile(env: NodeJS.ProcessEnv): string {
  const folder =
    env.XDG_CONFIG_HOME ||
    (process.platform === 'win32' && env.APPDATA ? env.APPDATA : join(env.HOME || homedir(), '.config'))
  return join(folder, 'halyard', 'login.json')
}

/** The stored form of an address. @throws UserError for an invalid one */
export function addressOf(given: string): string {
  const written = /^https?:\/\//i.test(given) ? given : `https://${given}`
  if (!URL.canParse(written)) throw new UserError(`"${given}" is no address of a platform.`)
  const { origin, username, pathname } = new URL(written)
  if (username !== '' || pathname !== '/')
    throw new UserError(`The address is ${origin}, without anything behind it.`)
  return origin
}

async function readLogin(env: NodeJS.ProcessEnv): Promise<Account | null> {
  const text = await readFile(loginFile(env), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new UserError(`${loginFile(env)} cannot be read (${error.code}).`)
  })
  if (text === null) return null
  try {
    return stored.parse(JSON.parse(text))
  } catch {
    throw new UserError(`${loginFile(env)} is damaged. Log in again.`)
  }
}

/** Stores the login for later commands, readable by its owner alone. Returns the path. */
export async function keepLogin(account: Account, env: NodeJS.ProcessEnv): Promise<string> {
  const path = loginFile(env)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const part = `${path}.${process.pid}`
  await writeFile(part, `${JSON.stringify(account)}\n`, { mode: 0o600, flag: 'wx' })
  await rename(part, path)
  return path
}

/**
 * HALYARD_URL and HALYARD_TOKEN, else the stored login. A stored token is never sent to another address.
 * @throws UserError without a login
 */
export async function accountOf(env: NodeJS.ProcessEnv): Promise<Account> {
  const login = env.HALYARD_URL && env.HALYARD_TOKEN ? null : await readLogin(env)
  const url = env.HALYARD_URL ? addressOf(env.HALYARD_URL) : login?.url
  const token = env.HALYARD_TOKEN?.trim() || (login?.url === url ? login?.token : undefined)
  if (!url)
    throw new UserError('No platform is known. Run halyard login URL, or set HALYARD_URL and HALYARD_TOKEN.')
  if (!token)
    throw new UserError(`There is no token for ${url}. Run halyard login ${url}, or set HALYARD_TOKEN.`)
  return { url, token }
}
