import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { settingsInput } from '~/server/settings/contract'
import { parseQuery, readJson } from './input'
import type { ApiRequest } from './messages'

const sent = (body: string): ApiRequest => ({
  method: 'PUT',
  path: '/api/admin/config',
  params: {},
  query: new URLSearchParams(),
  header: (name) => (name === 'content-type' ? 'Application/JSON; charset=utf-8' : null),
  body: async () => Buffer.from(body),
  whileConnected: (work) => work(new AbortController().signal)
})

describe('a JSON body', () => {
  const schema = z.object({ userName: z.string() })

  it('a byte order mark is allowed, and nothing else before the JSON', async () => {
    expect(await readJson(schema, sent('\ufeff{"userName":"é"}'), 100)).toEqual({ userName: 'é' })
    await expect(readJson(schema, sent('\ufeff\ufeff{"userName":"x"}'), 100)).rejects.toThrow()
  })

  it('the case of members is ignored at every depth', async () => {
    const body = { ACCOUNTPOLICY: { USECAPTCHA: true, Foreign: 1 }, globalconfig: null }
    expect(await readJson(settingsInput, sent(JSON.stringify(body)), 1000)).toEqual({
      accountPolicy: { useCaptcha: true },
      globalConfig: null
    })
  })

  it('an array is no object, even if every member is optional', async () => {
    for (const body of ['[]', '{"globalConfig":[]}'])
      await expect(readJson(settingsInput, sent(body), 100)).rejects.toMatchObject({ status: 400 })
  })

  it('characters that the database cannot store are refused', async () => {
    for (const text of ['a\\u0000b', 'a\\ud800b'])
      await expect(readJson(schema, sent(`{"userName":"${text}"}`), 100)).rejects.toMatchObject({
        code: 'field.characters',
        params: { field: 'userName' }
      })
    expect(await readJson(schema, sent('{"userName":"\\\\u0000"}'), 100)).toEqual({ userName: '\\u0000' })
  })
})

describe('a query', () => {
  it('the case of names is ignored, and empty values count as absent', () => {
    const schema = z.object({ type: z.string().optional(), count: z.coerce.number().default(7) })
    expect(parseQuery(schema, new URLSearchParams('TYPE=a&Count=3'))).toEqual({ type: 'a', count: 3 })
    expect(parseQuery(schema, new URLSearchParams('type=&count='))).toEqual({ count: 7 })
    expect(() => parseQuery(schema, new URLSearchParams('type=a%00b'))).toThrow('field.characters')
  })
})
