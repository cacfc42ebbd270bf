import type { Migration } from './types'

export const compose: Migration = {
  name: '20261123T0320-compose',
  up: `
    ALTER TABLE challenges
      ADD container_compose text CHECK (octet_length(container_compose) <= 32768),
      ADD compose_images text[] NOT NULL DEFAULT '{}'`,
  down: 'ALTER TABLE challenges DROP container_compose, DROP compose_images'
}
