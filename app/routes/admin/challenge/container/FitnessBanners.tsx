import { Banner } from '~/app/components/Banner'
import { useText } from '~/app/i18n/text'
import type { EngineKind } from '~/server/engines/constants'
import type { EngineView } from '~/server/engines/contract'
import type { ClusterLimit, DockerNeed } from '~/server/instances/contract'

interface FitnessProps {
  /** Why it runs on no Swarm, and on no Kubernetes cluster; null: it does. */
  need: DockerNeed | null
  limit: ClusterLimit | null
  egress: 'none' | 'internet' | 'hosts'
  /** All that there are. */
  engines: readonly Pick<EngineView, 'kind' | 'guard' | 'allowsHosts'>[]
}

/** Says why a challenge starts on no Swarm or no cluster, or on no engine with such a firewall, as long as there is one. */
export function FitnessBanners({ need, limit, egress, engines }: FitnessProps) {
  const t = useText()
  const refused: Partial<Record<EngineKind, string>> = {
    ...(need && { swarm: `swarm.${need}` }),
    ...(limit && { kubernetes: `cluster.${limit}` })
  }
  const rest = engines.filter(({ kind }) => !refused[kind])
  const able = rest.filter(
    ({ guard, allowsHosts }) =>
      egress === 'none' || (egress === 'hosts' ? allowsHosts : guard !== 'unguarded')
  )
  const elsewhere = able.length > 0
  return (
    <>
      {(['swarm', 'kubernetes'] as const).map((kind) => {
        const why = refused[kind]
        if (!why || !engines.some((engine) => engine.kind === kind)) return null
        const title = t(`containers:${kind === 'swarm' ? 'swarm' : 'cluster'}.title`)
        return (
          <div className="flash" key={kind}>
            <Banner tone={elsewhere ? 'info' : 'bad'} title={title} announce={false}>
              {t(`containers:${why}`)} {t(`containers:swarm.${elsewhere ? 'elsewhere' : 'nowhere'}`)}
            </Banner>
          </div>
        )
      })}
      {able.length < rest.length && (
        <div className="flash">
          <Banner
            tone={elsewhere ? 'info' : 'bad'}
            title={t('containers:egress_limit.title')}
            announce={false}
          >
            {t(`containers:egress_limit.${egress}`)}{' '}
            {t(`containers:swarm.${elsewhere ? 'elsewhere' : 'nowhere'}`)}
          </Banner>
        </div>
      )}
    </>
  )
}
