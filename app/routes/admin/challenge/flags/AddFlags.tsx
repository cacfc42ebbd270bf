import { Banner } from '~/app/components/Banner'
import { TextareaField } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import flagFiles from '~/app/islands/flag-files'
import { Island } from '~/app/islands/runtime/island'
import { useFormState } from '~/app/request/form-state'
import type { PoolStock } from '~/server/challenges/flags/contract'

interface LinesProps {
  href: string
  intent: 'add' | 'remote'
  field: string
  label: string
  hint: string
}

function Lines({ href, intent, field, label, hint }: LinesProps) {
  const t = useText()
  const state = useFormState(intent)
  return (
    <form className="stack-16" method="post" action={href}>
      <FormMessage state={state} />
      <input type="hidden" name="intent" value={intent} />
      <TextareaField
        name={field}
        label={label}
        hint={hint}
        state={state}
        rows={4}
        spellCheck={false}
        autoComplete="off"
        required
      />
      <div>
        <button type="submit" className="btn">
          {t('admin:flags.add')}
        </button>
      </div>
    </form>
  )
}

export function AddFlags({ href }: { href: string }) {
  const t = useText()
  return (
    <Panel title={t('admin:flags.add')} body="stack">
      <Lines
        href={href}
        intent="add"
        field="flags"
        label={t('admin:flags.lines')}
        hint={t('admin:flags.lines_hint')}
      />
    </Panel>
  )
}

/** Fills the pool of flags that each team draws one from, and shows its size. */
export function FlagPool({ href, stock }: { href: string; stock: PoolStock }) {
  const t = useText()
  const state = useFormState('upload')
  return (
    <Panel title={t('flags:pool.title')} body="stack-16">
      <Stock {...stock} />
      <Island
        of={flagFiles}
        props={{ href, error: state?.errors.files ?? state?.message ?? null }}
        on="idle"
      />
      <Lines
        href={href}
        intent="remote"
        field="remote"
        label={t('flags:pool.remote')}
        hint={t('flags:pool.remote_hint')}
      />
    </Panel>
  )
}

/** More flags than teams are needed, ideally twice as many (docs/rules/challenges.md#enabling). */
function Stock({ flags, drawn, teams }: PoolStock) {
  const t = useText()
  const counts = t('flags:pool.counts', { flags, teams, drawn })
  if (flags > teams) return <p className="muted">{counts}</p>
  return (
    <Banner tone="warn" title={counts} announce={false}>
      {t('flags:pool.low', { ideal: Math.max(2, teams * 2) })}
    </Banner>
  )
}
