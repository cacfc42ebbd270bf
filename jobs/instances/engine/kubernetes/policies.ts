import { isIPv6 } from 'node:net'
import { LABEL, namesOf } from '../docker/names'
import { labelsOf } from '../docker/spec'
import type { StartPlan } from '../engine'
import type { Cluster } from './api'
import { DEADLINE, isMissing } from './calls'
import { EGRESS_LABEL } from './spec'

/** Networks outside the internet: private, shared, link-local, multicast and reserved ones. */
const NOT_INTERNET = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/4', '240.0.0.0/4']
]

const policy = (metadata: object, podSelector: object, egress: object[]) => ({
  ...{ apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata },
  spec: { podSelector, policyTypes: ['Egress'], egress }
})

/**
 * Policies of the namespace: no Pod connects to anything, except Pods whose challenge allows the internet. Name servers may be
 * private: Pods ask the node's own.
 */
export const NAMESPACE_POLICIES = [
  policy({ name: 'halyard-closed' }, {}, []),
  policy({ name: 'halyard-internet' }, { matchLabels: { [EGRESS_LABEL]: 'internet' } }, [
    { to: [{ ipBlock: { cidr: '0.0.0.0/0', except: NOT_INTERNET } }] },
    {
      ports: [
        { protocol: 'UDP', port: 53 },
        { protocol: 'TCP', port: 53 }
      ]
    }
  ])
] as const

/** Puts them there as they should be. Writing the same again changes nothing. */
export async function keepPolicies({ calls, paths }: Cluster): Promise<void> {
  for (const body of NAMESPACE_POLICIES) {
    const { name } = body.metadata as { name: string }
    await calls.send({ method: 'PUT', path: `${paths.policies}/${name}`, body }).catch((error) => {
      if (!isMissing(error)) throw error
      return calls.send({ method: 'POST', path: paths.policies, body, deadline: DEADLINE.make })
    })
  }
}

/** The policy of an instance that may connect to a list of hosts; null for others. */
export function hostsPolicy(plan: StartPlan, install: string): object | null {
  if (plan.egress.kind !== 'hosts') return null
  const metadata = { name: namesOf(plan.instance).object, labels: labelsOf(plan, install) }
  return policy(
    metadata,
    { matchLabels: { [LABEL.instance]: plan.instance } },
    plan.egress.hosts.flatMap(({ addresses, port }) =>
      addresses.map((address) => ({
        to: [{ ipBlock: { cidr: `${address}/${isIPv6(address) ? 128 : 32}` } }],
        ports: [{ protocol: 'TCP', port }]
      }))
    )
  )
}
