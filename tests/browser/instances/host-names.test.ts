import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Browsing, openBrowser } from '../../support/browser/browser'
import { openGate, type TestGate } from '../../support/instances/gate'

/** The gate at localhost relies on browsers treating each name below it as a foreign site. */
let stage: TestGate
let browsing: Browsing
beforeAll(async () => {
  stage = await openGate({ domain: 'localhost' })
  browsing = await openBrowser(`http://localhost:${stage.port}`)
})
afterAll(async () => {
  await browsing?.close()
  await stage?.close()
})

it('no cookie is shared between the platform and instances, nor between two of them', async () => {
  const cookies: Record<string, string | undefined> = {}
  const service = (name: string) =>
    stage.web((req, res) => {
      // Browsers request an icon too.
      if (req.url === '/') cookies[name] = req.headers.cookie
      res.setHeader('Set-Cookie', [`by_${name}=1; Path=/`, `all_${name}=1; Domain=localhost; Path=/`])
      res.setHeader('Content-Type', 'text/html').end(`<!doctype html><title>${name}</title>`)
    })
  const [one, two] = [await service('one'), await service('two')]
  const urlOf = ({ host }: { host: string }) => `http://${host}:${stage.port}/`
  const { page, context } = await browsing.visit()
  const platform = `http://localhost:${stage.port}/`
  await page.goto(platform)
  const kept = async () => (await context.cookies()).map(({ name, domain }) => `${name} ${domain}`)
  expect(await kept()).toEqual(['halyard_session localhost'])

  await page.goto(urlOf(one))
  expect(await page.title()).toBe('one')
  expect(cookies.one).toBeUndefined()
  await page.evaluate(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: what a script of a challenge would do
    document.cookie = 'script=1; domain=localhost'
  })
  await page.goto(urlOf(two))
  expect(cookies.two).toBeUndefined()
  expect((await kept()).sort()).toEqual(
    [
      'halyard_session localhost',
      ...['by', 'all'].flatMap((word) => [`${word}_one ${one.host}`, `${word}_two ${two.host}`])
    ].sort()
  )
  await page.goto(urlOf(two))
  expect(cookies.two).toBe('by_two=1; all_two=1')
})
