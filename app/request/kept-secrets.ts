import { KEPT } from '~/app/components/form/kept'
import { MINUTE_MS } from '~/server/platform/time'
import type { PageArgs } from './page'
import { type FormSecrets, isSecret, PROOF } from './step-up'

/** Minutes for which a secret of a refused form can be sent again. */
const MINUTES = 30

type Keeper = Pick<PageArgs, 'secretBox' | 'ctx' | 'url'>

const isKeepable = (name: string) => !/password/i.test(name) && name !== PROOF.code

const purposeOf = ({ ctx, url }: Keeper, name: string) =>
  `form-secret:${ctx.actor?.id}:${url.pathname.toLowerCase()}:${name}`

/** Passwords, and what visitors send, is never kept (docs/rules/security.md#secrets-in-forms). */
export function keepSecrets(keeper: Keeper, fields: URLSearchParams): FormSecrets {
  const { ctx, secretBox } = keeper
  const entered = [...fields].filter(([name, value]) => isSecret(name) && value !== '')
  const isKept = (name: string) => ctx.actor !== null && isKeepable(name)
  const until = ctx.now.getTime() + MINUTES * MINUTE_MS
  const kept = entered
    .filter(([name]) => isKept(name))
    .map(([name, value]) => {
      const plain = Buffer.from(JSON.stringify({ until, value }))
      return [name, secretBox.seal(plain, purposeOf(keeper, name))]
    })
  const lost = entered.flatMap(([name]) => (isKept(name) ? [] : [name]))
  return {
    ...(kept.length > 0 && { kept: Object.fromEntries(kept) }),
    ...(lost.length > 0 && { lost })
  }
}

function opened(keeper: Keeper, name: string, sealed: string): string | null {
  try {
    const plain = keeper.secretBox.open(sealed, purposeOf(keeper, name)).toString()
    const { until, value } = JSON.parse(plain) as { until: number; value: string }
    return keeper.ctx.now.getTime() < until ? value : null
  } catch {
    return null
  }
}

/** Puts kept secrets into their fields if nothing else was entered; old secrets and those of other accounts count as not sent. */
export function restoreSecrets(keeper: Keeper, fields: URLSearchParams): void {
  const sent = [...fields].filter(([name]) => name.startsWith(KEPT))
  for (const [box, sealed] of sent) {
    fields.delete(box)
    const name = box.slice(KEPT.length)
    const isEmpty = (fields.get(name) ?? '').trim() === ''
    const value = isEmpty && isSecret(name) && isKeepable(name) ? opened(keeper, name, sealed) : null
    if (value !== null) fields.set(name, value)
  }
}
