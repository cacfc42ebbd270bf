import { z } from 'zod'

/** See docs/rules/limits.md#rates and server/limits/rates.ts. */
const RATE_NAMES = [
  'read',
  'write',
  'search',
  'flag',
  'register',
  'login',
  'file',
  'upload',
  'help',
  'invite',
  'container',
  'instance',
  'ticket',
  'tunnel',
  'host',
  'refusal',
  'award'
] as const

export type RateName = (typeof RATE_NAMES)[number]

const isRate = (name: string): name is RateName => (RATE_NAMES as readonly string[]).includes(name)

interface RateFigures {
  max: number
  seconds: number
}

export type SetRates = ReadonlyMap<string, RateFigures>

const MAX_CALLS = 1_000_000
const MAX_SECONDS = 86_400
const FORM = 'must be a list such as flag=20/10,read=600/60'

export const rateList = z
  .string()
  .default('')
  .transform((list, context): SetRates => {
    const rates = new Map<string, RateFigures>()
    for (const entry of list.split(',').map((one) => one.trim())) {
      if (entry === '') continue
      const refuse = (message: string) => void context.addIssue({ code: 'custom', message })
      const [, name = '', max, seconds] = /^([a-z]+)=(\d{1,7})\/(\d{1,5})$/.exec(entry) ?? []
      const figures = { max: Number(max), seconds: Number(seconds) }
      if (name === '') refuse(`${FORM}; "${entry}" is not`)
      else if (!isRate(name)) refuse(`names a rate "${name}"; there are ${RATE_NAMES.join(', ')}`)
      else if (rates.has(name)) refuse(`must not hold a rate twice: ${name}`)
      else if (
        figures.max < 1 ||
        figures.max > MAX_CALLS ||
        figures.seconds < 1 ||
        figures.seconds > MAX_SECONDS
      )
        refuse(`must allow 1 to ${MAX_CALLS} in 1 to ${MAX_SECONDS} seconds; "${entry}" does not`)
      else rates.set(name, figures)
    }
    return rates
  })
