import { Banner } from '~/app/components/Banner'
import { useText } from '~/app/islands/runtime/words/text'
import type { EngineKind } from '~/server/engines/constants'
import type { DockerNeed } from '~/server/instances/contract'

/** Says why a challenge starts on no Swarm, as long as there is one. */
export function SwarmBanner({ need, kinds }: { need: DockerNeed | null; kinds: readonly EngineKind[] }) {
  const t = useText()
  if (need === null || !kinds.includes('swarm')) return null
  const elsewhere = kinds.includes('docker')
  return (
    <div className="flash">
      <Banner tone={elsewhere ? 'info' : 'bad'} title={t('containers:swarm.title')} announce={false}>
        {t(`containers:swarm.${need}`)} {t(`containers:swarm.${elsewhere ? 'elsewhere' : 'nowhere'}`)}
      </Banner>
    </div>
  )
}
