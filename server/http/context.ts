import type { IncomingMessage } from 'node:http'
import proxyAddr from 'proxy-addr'
import type { HalyardContext, RequestFiles } from '~/app/request/context'
import type { Limits } from '~/server/limits/contract'
import type { Env } from '~/server/platform/env'
import type { Translator } from '~/server/platform/i18n'
import type { Log } from '~/server/platform/log'
import { createSecretBox } from '~/server/platform/secret-box'
import { bearerOf } from '~/server/tokens'
import type { RenderQueue } from './load/render-queue'
import { isMultipart, readMultipart } from './multipart'
import { requestIdOf } from './request-id'

interface ContextParts {
  services: HalyardContext['services']
  limits: Limits
  log: Log
  translator: Translator
  renders: RenderQueue
  env: Env
}

/** A caller identified by a cookie, or by a token, which is never renewed. */
interface Authenticated {
  actor: HalyardContext['ctx']['actor']
  renewed?: HalyardContext['renewedCookie']
  refusal?: HalyardContext['tokenRefusal']
}

export type ContextOf = (req: IncomingMessage, nonce: string) => Promise<HalyardContext>

/** `trusted`: addresses, ranges and the names that proxy-addr knows, such as `loopback`. */
export function trustedAddress(trusted: string[]): (address: string) => boolean {
  const trust = proxyAddr.compile(trusted)
  return (address) => trust(withoutMapping(address), 0)
}

const withoutMapping = (address: string) => (address.startsWith('::ffff:') ? address.slice(7) : address)

/** X-Forwarded-For counts only from TRUSTED_PROXIES (docs/rules/security.md#client-addresses). */
export function clientAddress(trusted: string[]): (req: IncomingMessage) => string {
  const trust = proxyAddr.compile(trusted)
  return (req) => {
    const forwarded = req.headers['x-forwarded-for'] !== undefined
    return withoutMapping(forwarded ? proxyAddr(req, trust) : (req.socket.remoteAddress ?? ''))
  }
}

function multipartOf(
  req: IncomingMessage,
  { receive, discard }: ContextParts['services']['assets']
): RequestFiles {
  const paths: string[] = []
  return {
    sent: isMultipart(req),
    async read(limits) {
      const form = await readMultipart(req, receive, discard, limits)
      paths.push(...form.files.map(({ path }) => path))
      return form
    },
    async clear() {
      for (const path of paths) await discard(path)
    }
  }
}

export function createContextOf({
  services,
  limits,
  log,
  translator,
  renders,
  env
}: ContextParts): ContextOf {
  const addressOf = clientAddress(env.TRUSTED_PROXIES)
  const secretBox = createSecretBox(env.HALYARD_SECRET)
  const publicUrl = env.PUBLIC_URL ?? null
  const helpLinks = {
    issues: env.ISSUES_URL ?? null,
    translation: env.TRANSLATION_URL ?? null,
    privacy: env.PRIVACY_URL ?? null
  }
  return async (req, nonce) => {
    const ip = addressOf(req)
    const bearer = bearerOf(req)
    const found: Authenticated =
      bearer === null
        ? await services.accounts.sessions.authenticate(req.headers.cookie ?? null, ip)
        : await services.tokens.authenticate(bearer, ip)
    const { actor } = found
    const ctx = {
      now: new Date(),
      actor,
      ip,
      userAgent: req.headers['user-agent'] ?? null,
      requestId: requestIdOf(req),
      locale: await translator.localeOf(req.url ?? '/', req.headers)
    }
    services.accounts.visits.record(ctx)
    return {
      services,
      limits,
      log,
      translator,
      secretBox,
      cspNonce: nonce,
      foreignOrigins: [],
      pageHeaders: {},
      publicUrl,
      helpLinks,
      renewedCookie: found.renewed ?? null,
      tokenRefusal: found.refusal ?? null,
      multipart: multipartOf(req, services.assets),
      waitToRender: renders.wait,
      ctx
    }
  }
}
