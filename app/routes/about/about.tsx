import { useLoaderData } from '@remix-run/react'
import { RotateCcwIcon } from '~/app/components/icons'
import { Panel } from '~/app/components/Panel'
import { Main } from '~/app/components/shell/Main'
import { Hoist } from '~/app/components/signal-flags'
import { useText } from '~/app/i18n/text'
import { page } from '~/app/request/page'
import { buildInfo } from '~/app/request/page/build'

/** Credits; names and licences are not translated. */
const CREDITS = [
  { name: 'Inter', licence: 'SIL OFL 1.1', use: 'font' },
  { name: 'JetBrains Mono', licence: 'SIL OFL 1.1', use: 'mono' },
  { name: 'Lucide', licence: 'ISC', use: 'icons' },
  { name: 'Remix', licence: 'MIT', use: 'server' },
  { name: 'React', licence: 'MIT', use: 'interface' },
  { name: 'i18next', licence: 'MIT', use: 'languages' },
  { name: 'Marked', licence: 'MIT', use: 'markdown' },
  { name: 'sanitize-html', licence: 'MIT', use: 'markdown' },
  { name: 'Temml', licence: 'MIT', use: 'math' },
  { name: 'PostgreSQL', licence: 'PostgreSQL', use: 'database' },
  { name: 'node-postgres', licence: 'MIT', use: 'access' },
  { name: 'Sequelize', licence: 'MIT', use: 'access' },
  { name: 'Umzug', licence: 'MIT', use: 'access' },
  { name: 'Redis', licence: 'RSALv2, SSPLv1, AGPLv3', use: 'board' },
  { name: 'Socket.IO', licence: 'MIT', use: 'live' },
  { name: 'Lucia', licence: 'MIT', use: 'accounts' },
  { name: 'node-rs/argon2', licence: 'MIT', use: 'accounts' },
  { name: 'Zod', licence: 'MIT', use: 'checks' },
  { name: 'sharp', licence: 'Apache-2.0', use: 'pictures' },
  { name: 'libvips', licence: 'LGPL-3.0', use: 'pictures' },
  { name: 'Nodemailer', licence: 'MIT-0', use: 'mail' },
  { name: 'busboy', licence: 'MIT', use: 'files' },
  { name: 'yazl', licence: 'MIT', use: 'files' },
  { name: 'yauzl', licence: 'MIT', use: 'files' },
  { name: 'node-cron', licence: 'ISC', use: 'jobs' },
  { name: 'Pino', licence: 'MIT', use: 'log' }
]

export const loader = page(async ({ services, helpLinks, t, format }) => {
  const [{ brand, globalConfig }, { version, commit, repo }] = await Promise.all([
    services.settings.read(),
    buildInfo()
  ])
  return {
    title: t('shell:nav.about'),
    platform: brand.title,
    slogan: brand.slogan,
    description: globalConfig.description,
    help: helpLinks,
    build: {
      version,
      repo,
      commit: commit && { sha: commit.sha, at: commit.at.toISOString(), shown: format.moment(commit.at) }
    }
  }
})

interface CommitProps {
  /** `at` ISO 8601, `shown` formatted. */
  commit: { sha: string; at: string; shown: string }
  repo: string | null
}

function Commit({ commit: { sha, at, shown }, repo }: CommitProps) {
  const t = useText()
  const short = sha.slice(0, 8)
  return (
    <>
      <dt>{t('system:about.commit')}</dt>
      <dd className="mono">
        {repo ? (
          <a className="link" href={`${repo}/commit/${sha}`}>
            {short}
          </a>
        ) : (
          short
        )}
      </dd>
      <dt>{t('system:about.built')}</dt>
      <dd>
        <time dateTime={at}>{shown} UTC</time>
      </dd>
    </>
  )
}

export default function About() {
  const { platform, slogan, description, help, build } = useLoaderData<typeof loader>()
  const t = useText()
  return (
    <Main className="narrow">
      <div className="about">
        <Hoist word="HALYARD" size="login" label={t('system:about.flags')} />
        <h1>{platform}</h1>
        <p className="muted">{slogan}</p>
        {description && <p>{description}</p>}
      </div>
      <div className="stack-24">
        <section className="prose" aria-labelledby="about-what">
          <h2 id="about-what">{t('system:about.what_title')}</h2>
          <p>{t('system:about.what')}</p>
        </section>
        <section className="prose" id="help" aria-labelledby="about-help">
          <h2 id="about-help">{t('system:about.help_title')}</h2>
          <p>{t('system:about.help')}</p>
          {help.issues && (
            <p>
              <a className="link" href={help.issues}>
                {t('shell:translation.issues')}
              </a>
            </p>
          )}
          {help.translation && (
            <p>
              <a className="link" href={help.translation}>
                {t('shell:translation.platform')}
              </a>
            </p>
          )}
        </section>
        <form action="/clear-cache" method="post" data-clear-cache="">
          <input type="hidden" name="from" value="/About" />
          <button type="submit" className="btn">
            <RotateCcwIcon />
            {t('shell:account.clear_cache')}
          </button>
        </form>
        <Panel title={t('system:about.build')}>
          <dl className="kv">
            <dt>{t('system:about.version')}</dt>
            <dd className="mono">{build.version}</dd>
            {build.commit && <Commit commit={build.commit} repo={build.repo} />}
            {build.repo && (
              <>
                <dt>{t('system:about.source')}</dt>
                <dd>
                  <a className="link" href={build.repo}>
                    {build.repo}
                  </a>
                </dd>
              </>
            )}
          </dl>
        </Panel>
        <Panel title={t('system:about.credits')}>
          <dl className="kv">
            {CREDITS.map(({ name, licence, use }) => (
              <div className="contents" key={name}>
                <dt>{name}</dt>
                <dd>
                  {t(`system:about.use.${use}`)} <span className="faint">{licence}</span>
                </dd>
              </div>
            ))}
          </dl>
        </Panel>
      </div>
    </Main>
  )
}
