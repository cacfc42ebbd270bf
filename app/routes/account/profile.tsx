import { useLoaderData } from '@remix-run/react'
import { Avatar } from '~/app/components/Avatar'
import { Main } from '~/app/components/Main'
import { useText } from '~/app/islands/runtime/text'
import { redirectWith } from '~/app/request/flash'
import { form } from '~/app/request/forms'
import { page } from '~/app/request/page'
import { customTheme, customThemeCookie } from '~/app/request/theme'
import formStyles from '~/app/styles/patterns/forms.css?url'
import { Appearance } from './Appearance'

export const links = () => [{ rel: 'stylesheet', href: formStyles }]

export const loader = page('User', async ({ services, ctx, t }) => {
  const [profile, { customTheme: managed }] = await Promise.all([
    services.accounts.profile(ctx),
    services.settings.client()
  ])
  return { title: t('account:profile.title'), profile, managed }
})

/** Keeps the colour of one's own; a wrong colour changes nothing (product.md §5). */
export const action = form({
  schema: customTheme,
  run: ({ input }) =>
    redirectWith('/account/Profile', { tone: 'ok', key: 'account:appearance.saved' }, [
      customThemeCookie(input)
    ])
})

const OPTIONAL = ['realName', 'stdNumber', 'phone', 'bio'] as const

export default function Profile() {
  const { title, profile, managed } = useLoaderData<typeof loader>()
  const t = useText()
  const { userName, email, role, avatar } = profile
  return (
    <Main className="narrow">
      <div className="page-head">
        <h1>{title}</h1>
        <span className="sub">
          <bdi>{userName}</bdi>
        </span>
      </div>
      <section className="form-sec" aria-labelledby="person">
        <div>
          <h2 id="person">{t('account:profile.person')}</h2>
          <p>{t('account:profile.person_hint')}</p>
        </div>
        <div className="panel">
          <div className="panel-body profile-facts">
            <Avatar name={userName ?? ''} url={avatar} size="s72" />
            <dl className="kv">
              <dt>{t('account:user_name')}</dt>
              <dd>
                <bdi>{userName}</bdi>
              </dd>
              <dt>{t('account:email')}</dt>
              <dd>{email}</dd>
              <dt>{t('account:profile.role')}</dt>
              <dd>{t(`account:role.${role}`)}</dd>
              {OPTIONAL.filter((name) => profile[name]).map((name) => (
                <div className="contents" key={name}>
                  <dt>{t(`account:profile.${name}`)}</dt>
                  <dd>
                    <bdi>{profile[name]}</bdi>
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        </div>
      </section>
      <Appearance managed={managed} />
    </Main>
  )
}
