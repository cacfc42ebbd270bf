import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { counted } from './program'

/** The built command for authors, as an author runs it: elsewhere, with an address and a token. */
export function startHalyard(argv: string[], cwd: string, env: Record<string, string>) {
  const child: ChildProcessWithoutNullStreams = spawn(
    process.execPath,
    [resolve('build/halyard.cjs'), ...argv],
    {
      cwd,
      env: { NODE_ENV: 'test' as const, PATH: process.env.PATH, HOME: cwd, ...counted(), ...env }
    }
  )
  const heard = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => {
    heard.stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    heard.stderr += chunk
  })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { child, heard, ended }
}

/** Runs it to its end. */
export async function halyard(
  argv: string[],
  cwd: string,
  env: Record<string, string>,
  input = ''
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const { child, heard, ended } = startHalyard(argv, cwd, env)
  child.stdin.end(input)
  return { code: await ended, ...heard }
}
