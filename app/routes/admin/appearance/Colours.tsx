import { WRONG } from '~/app/components/form/wrong'
import { CircleAlertIcon } from '~/app/components/icons'
import { Table } from '~/app/components/table/Table'
import { useText } from '~/app/i18n/text'
import type { FormState } from '~/app/request/forms'
import { SCHEMES, type Scheme } from '~/server/appearance/constants'
import { COLOUR_NAMES } from './appearance-forms'

type Name = (typeof COLOUR_NAMES)[number]

interface ColoursProps {
  /** By the fields' names, as `light.page`. */
  colours: Record<string, string>
  /** What stands without one. */
  builtIn: Record<Scheme, Record<Name, string>>
  state: FormState | null
}

const HEX = /^#(?:[\da-f]{3}){1,2}$/i

/** How the colour looks that is in force; none for what is not one. */
function Swatch({ colour }: { colour: string }) {
  return (
    <svg className="colour" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
      {HEX.test(colour) && <rect width="1" height="1" fill={colour} />}
    </svg>
  )
}

/** A row for each colour of the platform, a field for each scheme. Empty: built in. */
export function Colours({ colours, builtIn, state }: ColoursProps) {
  const t = useText()
  const columns = [
    t('appearance:colour_head'),
    ...SCHEMES.map((scheme) => t(`appearance:scheme.${scheme}`))
  ].map((text) => ({ text }))
  return (
    <Table label={t('appearance:colours')} className="cards" columns={columns}>
      {COLOUR_NAMES.map((name) => (
        <tr key={name}>
          <th scope="row">
            <span className="primary-cell">
              {t(`appearance:colour.${name}`)}
              <span className="sub mono">{name}</span>
            </span>
          </th>
          {SCHEMES.map((scheme) => {
            const field = `${scheme}.${name}`
            const error = state?.errors[field]
            return (
              <td key={scheme} data-label={t(`appearance:scheme.${scheme}`)}>
                <span className="row-tight">
                  <Swatch colour={colours[field] || builtIn[scheme][name]} />
                  <input
                    className="input sm mono"
                    name={field}
                    size={9}
                    maxLength={7}
                    defaultValue={colours[field] ?? ''}
                    placeholder={builtIn[scheme][name]}
                    spellCheck={false}
                    autoComplete="off"
                    aria-label={`${t(`appearance:colour.${name}`)}, ${t(`appearance:scheme.${scheme}`)}`}
                    {...(error && { ...WRONG, 'aria-describedby': `${field}-e` })}
                  />
                </span>
                {error && (
                  <span className="field-error" id={`${field}-e`}>
                    <CircleAlertIcon />
                    {error}
                  </span>
                )}
              </td>
            )
          })}
        </tr>
      ))}
    </Table>
  )
}
