import { Banner } from '~/app/components/Banner'
import { useText } from '~/app/islands/runtime/words/text'
import type { EngineKind } from '~/server/engines/constants'
import type { ClusterLimit, DockerNeed } from '~/server/instances/contract'

interface FitnessProps {
  /** Why it runs on no Swarm, and on no Kubernetes cluster; null: it does. */
  need: DockerNeed | null
  limit: ClusterLimit | null
  /** Of the engines that there are. */
  kinds: readonly EngineKind[]
}

/** Says why a challenge starts on no Swarm or no cluster, as long as there is one. */
export function FitnessBanners({ need, limit, kinds }: FitnessProps) {
  const t = useText()
  const refused: Partial<Record<EngineKind, string>> = {
    ...(need && { swarm: `swarm.${need}` }),
    ...(limit && { kubernetes: `cluster.${limit}` })
  }
  const elsewhere = kinds.some((kind) => !refused[kind])
  return (
    <>
      {(['swarm', 'kubernetes'] as const).map((kind) => {
        const why = refused[kind]
        if (!why || !kinds.includes(kind)) return null
        const title = t(`containers:${kind === 'swarm' ? 'swarm' : 'cluster'}.title`)
        return (
          <div className="flash" key={kind}>
            <Banner tone={elsewhere ? 'info' : 'bad'} title={title} announce={false}>
              {t(`containers:${why}`)} {t(`containers:swarm.${elsewhere ? 'elsewhere' : 'nowhere'}`)}
            </Banner>
          </div>
        )
      })}
    </>
  )
}
