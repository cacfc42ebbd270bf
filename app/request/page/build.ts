import { execFile } from 'node:child_process'
import { realpath } from 'node:fs/promises'
import { promisify } from 'node:util'
import { z } from 'zod'
import { version } from '~/package.json'

/** Facts of a release build; all must be valid (docs/rules/interface.md#build-facts). */
const releaseInfo = z.object({
  rawTag: z.string().regex(/^(v\d+\.\d+\.\d+|develop)$/),
  sha: z.string().regex(/^[0-9a-f]{40}$/i),
  /** `2024-10-17T05:42:23Z`. */
  timestamp: z.string().length(20).pipe(z.iso.datetime()),
  repo: z.url({ protocol: /^https?$/ })
})
type ReleaseInfo = z.infer<typeof releaseInfo>

export interface BuildInfo {
  /** A tag, or the version of package.json. */
  version: string
  commit: { sha: string; at: Date } | null
  repo: string | null
}

const GIT_TIMEOUT_MS = 2000
const git = async (...words: string[]) => {
  const { stdout } = await promisify(execFile)('git', words, { timeout: GIT_TIMEOUT_MS })
  return stdout.trim().split('\n')
}

/** Facts from VITE_BUILD_TAG, _SHA, _TIMESTAMP and _REPO; null when any is missing or invalid. */
export function readRelease(env: Record<string, unknown> = import.meta.env): ReleaseInfo | null {
  const given = {
    rawTag: env.VITE_BUILD_TAG,
    sha: env.VITE_BUILD_SHA,
    timestamp: env.VITE_BUILD_TIMESTAMP,
    repo: env.VITE_BUILD_REPO
  }
  const result = releaseInfo.safeParse(given)
  return result.success ? result.data : null
}

/** Null when `folder` (absolute) is no top folder of a checkout, or git fails. */
export async function readCheckout(folder: string): Promise<BuildInfo['commit']> {
  try {
    const [[top = ''], [sha = '', at = '']] = await Promise.all([
      git('-C', folder, 'rev-parse', '--show-toplevel'),
      git('-C', folder, 'log', '-1', '--format=%H%n%cI')
    ])
    return (await realpath(folder)) === top ? { sha, at: new Date(at) } : null
  } catch {
    return null
  }
}

let known: Promise<BuildInfo> | undefined

async function readBuildInfo(): Promise<BuildInfo> {
  const release = readRelease()
  if (!release) return { version, commit: await readCheckout(process.cwd()), repo: null }
  const { rawTag, sha, timestamp, repo } = release
  return { version: rawTag, commit: { sha, at: new Date(timestamp) }, repo: repo.replace(/\/$/, '') }
}

/** Facts of the running code, read once: of the release build, else the checkout. */
export const buildInfo = () => (known ??= readBuildInfo())
