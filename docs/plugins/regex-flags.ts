import type { Checker } from 'halyard/plugin'

/**
 * Takes each flag of the challenge as it is, or as a regular expression that the whole answer must match; case does not matter.
 * Without the flag `u` of expressions, because `flag{abc}` is no expression with it.
 */
export default {
  apiVersion: 1,
  kind: 'checker',
  name: 'regex-flags',
  version: '1.0.0',
  check({ answer, flags }) {
    const given = answer.trim()
    return flags.some((flag) => {
      if (flag.toLowerCase() === given.toLowerCase()) return true
      try {
        return new RegExp(`^(?:${flag})$`, 'i').test(given)
      } catch {
        return false // no expression: taken as it is alone
      }
    })
  }
} satisfies Checker
