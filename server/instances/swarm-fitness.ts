/**
 * Why an instance cannot run on a Swarm: its containers would be on different machines; nothing there limits writes to its disk;
 * the firewall rules of its hosts cannot be set on the nodes. Rule: docs/rules/instances.md#swarms
 */
export const DOCKER_NEEDS = ['services', 'writable', 'hosts'] as const
export type DockerNeed = (typeof DOCKER_NEEDS)[number]

/** Null: it runs on any engine. `services`: how many its compose text has; none is one container. */
export function dockerNeedOf({
  services,
  readOnly,
  egress
}: {
  services: number
  readOnly: boolean
  egress: 'none' | 'internet' | 'hosts'
}): DockerNeed | null {
  if (services > 0) return 'services'
  if (!readOnly) return 'writable'
  return egress === 'hosts' ? 'hosts' : null
}
