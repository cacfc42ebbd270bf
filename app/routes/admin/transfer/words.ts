import type { Text } from '~/app/i18n/text'
import type { Line } from '~/server/transfer/contract'

/** Text of a remark; a reason inside it is an error code. */
export function lineText(t: Text, { code, params }: Line): string {
  const { reason } = params
  const known = typeof reason === 'string' && /^[a-z_]+\.[a-z_]+$/.test(reason)
  return t(`transfer:line.${code}`, known ? { ...params, reason: t(`errors:${reason}`, params) } : params)
}
