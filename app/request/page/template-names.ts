/** Names in templates that are no slots. */
export const NAMES = {
  navigation: 'navigation',
  watermark: 'watermark',
  nonce: 'nonce',
  now: 'now',
  data: 'data'
} as const
