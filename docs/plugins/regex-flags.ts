import type { Checker } from 'halyard/plugin'

/** Takes each flag of the challenge as a regular expression that the whole answer must match. */
export default {
  apiVersion: 1,
  kind: 'checker',
  name: 'regex-flags',
  version: '1.0.0',
  check({ answer, flags }) {
    return flags.some((flag) => new RegExp(`^(?:${flag})$`, 'iu').test(answer.trim()))
  }
} satisfies Checker
