import { useLoaderData } from '@remix-run/react'
import { Badge } from '~/app/components/Badge'
import { EmptyState } from '~/app/components/EmptyState'
import { Confirm } from '~/app/components/form/Confirm'
import { FormMessage } from '~/app/components/form/FormMessage'
import { DownloadIcon } from '~/app/components/icons'
import { Panel } from '~/app/components/Panel'
import { Table } from '~/app/components/table/Table'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import { page } from '~/app/request/page'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import { FIELD_LIMITS } from '~/server/registration-fields/constants'
import type { RegistrationField } from '~/server/registration-fields/contract'
import { AdminFrame } from '../../AdminFrame'
import { GameHead } from '../GameHead'
import { loadGameHead } from '../head'
import { QuestionForm } from './QuestionForm'
import { questionForms } from './question-forms'

export const links = () => [{ rel: 'stylesheet', href: adminStyles }]

export const loader = page('settings', async (args) => {
  const { services, ctx, url, t } = args
  const { game, heading } = await loadGameHead(args)
  const asked = url.searchParams.get('edit')
  return {
    title: `${t('questions:title')} · ${game.title}`,
    heading,
    fields: game.registrationFields,
    version: game.version,
    edited: game.registrationFields.find(({ id }) => String(id) === asked) ?? null,
    counts: await services.participations.answerCounts(ctx, game.id)
  }
})

export const action = questionForms

interface RowProps {
  field: RegistrationField
  /** Players and teams that have answered. */
  answers: number
  place: { first: boolean; last: boolean }
  version: number
  href: string
}

function Row({ field, answers, place, version, href }: RowProps) {
  const t = useText()
  const { number } = useFormat()
  const { id, label, kind, of, required, public: isPublic, options } = field
  return (
    <tr>
      <th scope="row">
        <a className="link" href={`${href}?edit=${id}#question`}>
          <bdi>{label}</bdi>
        </a>
        {options.length > 0 && (
          <span className="sub">
            <bdi>{options.join(', ')}</bdi>
          </span>
        )}
      </th>
      <td data-label={t('questions:of_label')}>{t(`questions:of.${of}`)}</td>
      <td data-label={t('questions:kind_label')}>{t(`questions:kind.${kind}`)}</td>
      <td data-label={t('questions:rules')}>
        <span className="row-tight">
          <Badge>{t(required ? 'questions:is_required' : 'questions:is_optional')}</Badge>
          {isPublic && <Badge>{t('questions:is_public')}</Badge>}
        </span>
      </td>
      <td className="num" data-label={t('questions:answers')}>
        {number(answers)}
      </td>
      <td className="end">
        <span className="row-tight">
          <Move id={id} by={-1} label={label} version={version} isOff={place.first} />
          <Move id={id} by={1} label={label} version={version} isOff={place.last} />
          <Confirm
            classes="sm danger"
            danger
            label={t('questions:remove')}
            name={t('questions:remove_name', { label })}
            question={
              answers > 0
                ? t('questions:remove_answers', { label, answers })
                : t('questions:remove_question', { label })
            }
            confirm={t('questions:remove')}
            action={href}
            fields={{ intent: 'remove', id, lost: answers, version }}
          />
        </span>
      </td>
    </tr>
  )
}

interface MoveProps {
  id: number
  by: -1 | 1
  label: string
  version: number
  isOff: boolean
}

function Move({ id, by, label, version, isOff }: MoveProps) {
  const t = useText()
  const name = t(by < 0 ? 'questions:up' : 'questions:down', { label })
  return (
    <form method="post">
      <input type="hidden" name="intent" value="move" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="by" value={by} />
      <input type="hidden" name="version" value={version} />
      <button type="submit" className="btn sm icon-only" aria-label={name} title={name} disabled={isOff}>
        {by < 0 ? '↑' : '↓'}
      </button>
    </form>
  )
}

export default function Questions() {
  const { heading, fields, version, edited, counts } = useLoaderData<typeof loader>()
  const t = useText()
  const href = `/admin/games/${heading.id}/Questions`
  const removal = useFormState('remove')
  const move = useFormState('move')
  const columns = [
    { text: t('questions:label') },
    { text: t('questions:of_label') },
    { text: t('questions:kind_label') },
    { text: t('questions:rules') },
    { text: t('questions:answers'), num: true },
    { text: t('admin:actions'), silent: true }
  ]
  return (
    <AdminFrame>
      <GameHead
        heading={heading}
        tab="Info"
        title={t('questions:title')}
        crumbs={[{ text: t('questions:title') }]}
        actions={
          heading.may.includes('review') && (
            <a className="btn" href={`/api/game/${heading.id}/participations/csv`} download>
              <DownloadIcon />
              {t('questions:csv')}
            </a>
          )
        }
      />
      <div className="stack-16">
        <p className="muted">{t('questions:text')}</p>
        <FormMessage state={removal ?? move} />
        {fields.length === 0 ? (
          <EmptyState title={t('questions:none')}>{t('questions:none_text')}</EmptyState>
        ) : (
          <Table label={t('questions:title')} className="cards" columns={columns}>
            {fields.map((field, index) => (
              <Row
                key={field.id}
                field={field}
                answers={counts[field.id] ?? 0}
                place={{ first: index === 0, last: index === fields.length - 1 }}
                version={version}
                href={href}
              />
            ))}
          </Table>
        )}
        {edited || fields.length < FIELD_LIMITS.fields ? (
          <Panel id="question" title={t(edited ? 'questions:edit' : 'questions:new')} body="stack-16">
            <QuestionForm key={edited?.id ?? 0} field={edited} version={version} back={href} />
          </Panel>
        ) : (
          <p className="hint">{t('questions:full', { limit: FIELD_LIMITS.fields })}</p>
        )}
      </div>
    </AdminFrame>
  )
}
