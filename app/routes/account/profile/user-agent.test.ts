import { expect, it } from 'vitest'
import { deviceOf } from './user-agent'

const MOZILLA = 'Mozilla/5.0'
const GECKO = 'AppleWebKit/537.36 (KHTML, like Gecko)'

it.each([
  [`${MOZILLA} (X11; Linux x86_64) ${GECKO} Chrome/140.0.0.0 Safari/537.36`, 'Chrome', 'Linux'],
  [
    `${MOZILLA} (Windows NT 10.0; Win64; x64) ${GECKO} Chrome/140.0 Safari/537.36 Edg/140.0`,
    'Edge',
    'Windows'
  ],
  [`${MOZILLA} (Linux; Android 15) ${GECKO} Chrome/140.0 Mobile Safari/537.36`, 'Chrome', 'Android'],
  [`${MOZILLA} (Macintosh; Intel Mac OS X 14.6; rv:130.0) Gecko/20100101 Firefox/130.0`, 'Firefox', 'macOS'],
  [
    `${MOZILLA} (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${GECKO} Version/18.0 Safari/604.1`,
    'Safari',
    'iOS'
  ],
  ['curl/8.10.1', 'curl', null],
  ['python-requests/2.32', 'python-requests', null]
])('the header %s is %s on %s', (userAgent, browser, system) => {
  expect(deviceOf(userAgent)).toEqual({ browser, system })
})

it.each([null, '', ' <script>', 'Mozilla/5.0 (Nobody)'])('the header %j is no device', (userAgent) =>
  expect(deviceOf(userAgent)).toBeNull()
)
