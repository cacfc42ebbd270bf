import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { engineHost } from '~/server/engines'
import type { Env } from '~/server/platform/env'

/** Sockets of Docker, rootless Docker, Docker Desktop and Podman. */
const SOCKETS = [
  '/var/run/docker.sock',
  process.env.XDG_RUNTIME_DIR && join(process.env.XDG_RUNTIME_DIR, 'docker.sock'),
  join(homedir(), '.docker/run/docker.sock'),
  '/run/podman/podman.sock'
].filter((path): path is string => Boolean(path))

/** DOCKER_HOST, else the first of the usual sockets that exists; null without one. */
export function engineAddress({ DOCKER_HOST }: Pick<Env, 'DOCKER_HOST'>): string | null {
  if (DOCKER_HOST === 'none') return null
  if (DOCKER_HOST) return DOCKER_HOST
  const socket = SOCKETS.find((path) => existsSync(path))
  return socket ? `unix://${socket}` : null
}

export function bindAddress({
  INSTANCE_BIND,
  INSTANCE_ENTRY,
  DOCKER_HOST
}: Pick<Env, 'INSTANCE_BIND' | 'INSTANCE_ENTRY' | 'DOCKER_HOST'>): string {
  if (INSTANCE_BIND) return INSTANCE_BIND
  if (INSTANCE_ENTRY === 'port') return '0.0.0.0'
  return DOCKER_HOST?.startsWith('unix:') ? engineHost(DOCKER_HOST) : '127.0.0.1'
}

/** Host of published ports for players. */
export function publicEntry({
  INSTANCE_PUBLIC_ENTRY,
  PUBLIC_URL
}: Pick<Env, 'INSTANCE_PUBLIC_ENTRY' | 'PUBLIC_URL'>): string {
  return INSTANCE_PUBLIC_ENTRY ?? (PUBLIC_URL ? new URL(PUBLIC_URL).hostname : 'localhost')
}
