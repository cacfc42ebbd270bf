import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importTar, runDocker } from './base-image'

/** The folder of scripts/lib/test/debian.mjs; undefined where it cannot be had. */
export const DEBIAN = process.env.DEBIAN_ROOT

/** Docker's compose plugin, which also runs by itself. */
export const COMPOSE = `${DEBIAN}/usr/libexec/docker/cli-plugins/docker-compose`

const SYSTEM = 'halyard-test/debian:1'
/** Files that no program reads at run time. Postgres runs without LLVM. */
const LEFT_OUT = [
  'usr/share/doc',
  'usr/share/man',
  'usr/share/locale',
  'usr/libexec/docker',
  '*libLLVM*',
  '*llvmjit*'
]

/**
 * Behaves like the image of the same name: the first start makes the cluster, meanwhile with a server that listens on its socket
 * only, and a password may be a file. It is as slow as on a slow disk, so that health checks meet this phase.
 */
const POSTGRES = `#!/bin/sh
set -e
cd "$PGDATA"
if [ ! -s PG_VERSION ]; then
  [ -z "$POSTGRES_PASSWORD_FILE" ] || POSTGRES_PASSWORD=$(cat "$POSTGRES_PASSWORD_FILE")
  printf %s "$POSTGRES_PASSWORD" >/tmp/password
  initdb -U "$POSTGRES_USER" --pwfile /tmp/password --auth-local trust --auth-host scram-sha-256 >/dev/null
  rm /tmp/password
  pg_ctl -w -o "-c listen_addresses=''" start
  createdb -U "$POSTGRES_USER" "$POSTGRES_DB"
  sleep 6
  pg_ctl -m fast -w stop
  echo "listen_addresses = '*'" >>postgresql.conf
  echo 'host all all all scram-sha-256' >>pg_hba.conf
fi
exec "$@"
`

/** The images that compose.yaml and deploy/swarm.yaml name besides ours, as lines of a Dockerfile. */
const IMAGES: Record<string, string[]> = {
  'postgres:17': [
    'COPY postgres /postgres',
    'RUN mkdir -p /var/lib/postgresql/data /run/postgresql && ln -sfn /run /var/run && chown 999:999 /var/lib/postgresql/data /run/postgresql',
    'ENV PATH=/usr/lib/postgresql/17/bin:/usr/bin:/bin LANG=C.UTF-8 PGDATA=/var/lib/postgresql/data',
    'USER 999:999',
    'VOLUME /var/lib/postgresql/data',
    'STOPSIGNAL SIGINT',
    'ENTRYPOINT ["/postgres"]',
    'CMD ["postgres"]'
  ],
  'valkey/valkey:8': [
    'RUN mkdir -p /data && chown 999:999 /data',
    'USER 999:999',
    'WORKDIR /data',
    'VOLUME /data',
    'ENTRYPOINT ["/bin/sh", "-c", "exec \\"$@\\" --protected-mode no", "sh"]',
    'CMD ["valkey-server"]'
  ],
  'caddy:2': [
    'ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data',
    'CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]'
  ]
}

/** Makes the images of the stores and of Caddy without a registry, under the names that the deployments use. */
export async function importStores(host: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-stores-'))
  try {
    const without = LEFT_OUT.map((path) => `--exclude=./${path}`)
    await importTar(host, [...without, '-C', DEBIAN!, '.'], SYSTEM)
    writeFileSync(join(folder, 'postgres'), POSTGRES, { mode: 0o755 })
    for (const [name, lines] of Object.entries(IMAGES)) {
      writeFileSync(join(folder, 'Dockerfile'), [`FROM ${SYSTEM}`, ...lines].join('\n'))
      await runDocker(host, 'build', '--network', 'none', '-t', name, folder)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
