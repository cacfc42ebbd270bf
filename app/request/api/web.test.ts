import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { apiRequestOf, responseOf } from './web'

const ADDRESS = 'http://ctf.example.org/api/team/7?Name=a'

const sent = (body: BodyInit | null, headers = {}) =>
  apiRequestOf(
    new Request(ADDRESS, { method: 'POST', body, headers, duplex: 'half' } as RequestInit),
    new URL(ADDRESS),
    { id: '7' }
  )

const asking = (method: string, signal = new AbortController().signal) => ({ method, signal })

function pieces(count: number) {
  const taken = { pieces: 0, cancelled: false }
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (taken.pieces++ < count) controller.enqueue(Buffer.alloc(10, 'x'))
        else controller.close()
      },
      cancel() {
        taken.cancelled = true
      }
    },
    { highWaterMark: 0 }
  )
  return { stream, taken }
}

describe('a request of the fetch standard', () => {
  it('calls see the same request as from node:http', async () => {
    const request = sent('{"a":1}', { 'X-Word': 'b' })
    expect(request).toMatchObject({ method: 'POST', path: '/api/team/7', params: { id: '7' } })
    expect([request.query.get('Name'), request.header('x-word'), request.header('x-none')]).toEqual([
      'a',
      'b',
      null
    ])
    expect((await request.body(7)).toString()).toBe('{"a":1}')
    expect(await sent(null).body(1)).toHaveLength(0)
  })

  it('a body that is too long is refused at once, and not read further', async () => {
    const { stream, taken } = pieces(100)
    await expect(sent(stream).body(25)).rejects.toMatchObject({ code: 'request.too_large', status: 413 })
    expect(taken).toEqual({ pieces: 3, cancelled: true })
    expect(await sent(pieces(3).stream).body(30)).toHaveLength(30)
  })

  it('a body with too large a length is refused unread', async () => {
    const { stream, taken } = pieces(1)
    await expect(sent(stream, { 'Content-Length': '26' }).body(25)).rejects.toMatchObject({ status: 413 })
    expect(taken).toEqual({ pieces: 0, cancelled: true })
  })

  it('a request is refused when its client disconnects half way', async () => {
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('aborted')) })
    await expect(sent(broken).body(10)).rejects.toMatchObject({ code: 'request.broken_form', status: 400 })
  })
})

describe('an answer for Remix', () => {
  it('a whole response has a length, and a header for each cookie', async () => {
    const headers = { 'Set-Cookie': ['a=1', 'b=2'], 'Content-Type': 'application/json' }
    const response = responseOf({ status: 201, headers, body: '"é"' }, asking('POST'))
    expect([response.status, response.headers.get('Content-Length')]).toEqual([201, '4'])
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(await response.text()).toBe('"é"')
  })

  it('a response has no type unless it is given one', () => {
    expect(
      responseOf({ status: 200, headers: {}, body: 'text' }, asking('GET')).headers.get('Content-Type')
    ).toBeNull()
  })

  it.each([
    ['HEAD', 200],
    ['GET', 204],
    ['GET', 304]
  ])('the response to %s with status %i has no body, and its stream is destroyed', (method, status) => {
    const body = Readable.from(['a'])
    expect(responseOf({ status, headers: {}, body }, asking(method)).body).toBeNull()
    expect(body.destroyed).toBe(true)
  })

  it('the stream is destroyed when nobody waits for it', () => {
    const body = Readable.from(['a'])
    const response = responseOf({ status: 200, headers: {}, body }, asking('GET', AbortSignal.abort()))
    expect([response.body, body.destroyed]).toEqual([null, true])
  })

  it('a stream is read little ahead, and its source ends when the reader disconnects', async () => {
    let made = 0
    const body = Readable.from(
      (function* () {
        for (;;) {
          made++
          yield Buffer.alloc(16 * 1024)
        }
      })(),
      { objectMode: false }
    )
    const reader = responseOf({ status: 200, headers: {}, body }, asking('GET')).body!.getReader()
    await reader.read()
    expect(made).toBeLessThan(20)
    const closed = new Promise((resolve) => body.once('close', resolve))
    await reader.cancel()
    await closed
  })

  it('the response breaks off when its source fails half way', async () => {
    const body = Readable.from(
      (async function* () {
        yield Buffer.from('half')
        throw new Error('the disk is gone')
      })()
    )
    await expect(responseOf({ status: 200, headers: {}, body }, asking('GET')).text()).rejects.toThrow(
      'the disk'
    )
  })
})
