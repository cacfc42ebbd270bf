import { openAsBlob } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { UserError } from '~/scripts/shared/output'
import { type CheckItem, checkItem, checkStarted } from '~/server/solve-checks/contract'
import { type PushReport, pushReport } from '~/server/transfer/contract'
import type { Account } from './account'

/** How long a call waits when the platform asks for it, in seconds, and how often it is sent. */
const MAX_PAUSE_SECONDS = 120
const MAX_RETRIES = 10

/** The platform refused the call; `code` if it gave one. */
export class RefusedError extends UserError {
  override name = 'RefusedError'
  readonly status: number
  readonly code: string | null
  constructor(message: string, status: number, code: string | null) {
    super(message)
    this.status = status
    this.code = code
  }
}

const titled = z.array(z.object({ title: z.string() }))

const refusal = z.object({ title: z.string(), code: z.string().optional() })

async function faultOf(answer: Response, url: string): Promise<Error> {
  const read = refusal.safeParse(await answer.json().catch(() => null))
  if (read.success) return new RefusedError(read.data.title, answer.status, read.data.code ?? null)
  if (answer.status >= 300 && answer.status < 400)
    return new UserError(`${url} leads to ${answer.headers.get('location')}. Use that address.`)
  return new UserError(`${url} answered ${answer.status}. Is this a Halyard platform?`)
}

/** The platform's HTTP API by a token. Every call throws a UserError of one sentence where it does not answer 200. */
export function openApi({ url, token }: Account) {
  const call = async (method: string, path: string, body?: FormData, times = 1): Promise<Response> => {
    const answer = await fetch(url + path, {
      method,
      body,
      redirect: 'manual',
      headers: { Authorization: `Bearer ${token}`, 'Accept-Language': 'en-US' }
    }).catch((error: Error & { cause?: { code?: string; message?: string } }) => {
      throw new UserError(
        `${url} does not answer (${error.cause?.code ?? error.cause?.message ?? error.message}).`
      )
    })
    const pause = Number(answer.headers.get('retry-after') ?? Number.NaN)
    if (
      (answer.status === 429 || answer.status === 503) &&
      pause <= MAX_PAUSE_SECONDS &&
      times < MAX_RETRIES
    ) {
      await answer.body?.cancel()
      await setTimeout(pause * 1000)
      return call(method, path, body, times + 1)
    }
    if (answer.status !== 200) throw await faultOf(answer, url)
    return answer
  }
  return {
    /** Checks that the token may edit. A token of a single game may not list games, so it passes for that game. */
    async check(): Promise<void> {
      await call('GET', '/api/edit/games?count=1').catch((error) => {
        if (!(error instanceof RefusedError && error.code === 'token.game')) throw error
      })
    },
    /** Sends a ZIP of challenge folders. */
    async push(game: number, zip: string, options: Record<string, string>): Promise<PushReport> {
      const form = new FormData()
      form.set('file', await openAsBlob(zip), 'challenges.zip')
      const query = new URLSearchParams(options)
      const answer = await call('POST', `/api/edit/games/${game}/challenges/push?${query}`, form)
      return pushReport.parse(await answer.json())
    },
    async remove(game: number, challenge: number): Promise<void> {
      await call('DELETE', `/api/edit/games/${game}/challenges/${challenge}`)
    },
    async titles(game: number): Promise<string[]> {
      const answer = await call('GET', `/api/edit/games/${game}/challenges`)
      return titled.parse(await answer.json()).map(({ title }) => title)
    },
    /** How the solve checks of the game's challenges stand. */
    async checks(game: number): Promise<CheckItem[]> {
      const answer = await call('GET', `/api/edit/games/${game}/checks`)
      return z.array(checkItem).parse(await answer.json())
    },
    /** Begins a solve check; returns the id of its run. */
    async startCheck(game: number, challenge: number): Promise<string> {
      const answer = await call('POST', `/api/edit/games/${game}/challenges/${challenge}/check`)
      return checkStarted.parse(await answer.json()).id
    },
    /** The whole game as a ZIP. */
    async archive(game: number): Promise<ReadableStream<Uint8Array>> {
      const { body } = await call('GET', `/api/edit/games/${game}/export?posts=false`)
      return body!
    }
  }
}
export type Api = ReturnType<typeof openApi>
