import { parseCompose } from '~/server/compose'
import type { ComposeIssue, ServiceSpec } from '~/server/compose/contract'

/** The services, networks and volumes of a valid text. @throws for faults */
export function specOf(text: string) {
  const read = parseCompose(text)
  if (!read.ok) throw new Error(JSON.stringify(read.issues))
  return read.spec
}

export const servicesOf = (text: string) =>
  Object.fromEntries(specOf(text).services.map((one) => [one.name, one])) as Record<string, ServiceSpec>

/** The service `web` of a text with these lines. */
export const webOf = (...lines: string[]) => servicesOf(wrapped(...lines)).web!

export const wrapped = (...lines: string[]) =>
  ['services:', '  web:', '    image: web:1', ...lines.map((one) => `    ${one}`)].join('\n')

/** `line code` of every fault. */
export function faultsOf(text: string) {
  const read = parseCompose(text)
  return read.ok ? [] : read.issues.map(({ line, code }) => `${line} ${code.replace('compose.', '')}`)
}

export const issuesOf = (text: string): ComposeIssue[] => {
  const read = parseCompose(text)
  return read.ok ? [] : read.issues
}

/** A website with a database, as authors of a web challenge write it. */
export const WEB = `version: "3.9"
name: ledger
x-limits: &limits
  mem_limit: 256m
  cpus: 0.5
services:
  web:
    <<: *limits
    image: ctf.example.org/web/ledger:1.2
    depends_on:
      db: { condition: service_healthy }
      cache:
        condition: service_started
    environment:
      FLAG: \${HALYARD_FLAG}
      TEAM: team-$HALYARD_TEAM_ID
      DB_PASSWORD: pa$$word
      DEBUG: false
      PORT: 8080
    expose: [8080, "9000/tcp"]
    read_only: true
    tmpfs: /tmp:size=32m,mode=1777
    networks: [default, back]
  db:
    <<: *limits
    image: postgres:16-alpine
    command: postgres -c 'max_connections=20' -c "log_statement=all"
    environment:
      - POSTGRES_PASSWORD=pa$$word
      - POSTGRES_DB=a=b
    healthcheck:
      test: ["CMD-SHELL", "pg_isready -U $$POSTGRES_USER"]
      interval: 5s
      timeout: 1m30s
      start_period: 500ms
      retries: 10
    volumes:
      - data:/var/lib/postgresql/data
      - type: tmpfs
        target: /run/postgresql
        tmpfs: { size: 16m }
    cap_add: [CAP_CHOWN, setuid, SETGID]
    cap_drop: [ALL]
    networks: { back: , default: }
  cache:
    image: redis@sha256:${'ab'.repeat(32)}
    user: 999:999
    hostname: cache
    working_dir: /data/
    deploy: { resources: { limits: { memory: 1g, cpus: "2", pids: 64 } } }
networks:
  back: { internal: true }
volumes:
  data:
`
