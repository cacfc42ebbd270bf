import { useFormat } from '~/app/islands/runtime/words/format'

/** A country by its code of ISO 3166-1 alpha-2; read out by its name. */
export function Country({ code }: { code: string }) {
  return <CountryCode code={code} name={useFormat().country(code)} />
}

/** Its name stands in attributes only, which may differ between server and browser. */
export const CountryCode = ({ code, name }: { code: string; name: string }) => (
  <span className="cc" role="img" aria-label={name} title={name}>
    {code}
  </span>
)
