import { describe, expect, it } from 'vitest'
import { defineIsland } from '../islands/runtime/define'
import { Island, islandOf } from '../islands/runtime/island'
import type { IslandHost } from '../islands/runtime/page'
import { Cached } from './cached'
import { textOf } from './markup'
import type { Outline } from './outline'

interface Greeting {
  title: string
  name: string
}

let rendered = 0
const Name = ({ name }: { name: string }) => <b title={name}>{name}</b>
const Page = ({ title, name }: Greeting) => {
  rendered++
  return (
    <section>
      <h2>{title}</h2>
      <Cached name="who" of={Name} props={{ name }} />
      <p>end</p>
    </section>
  )
}
const island = defineIsland('greeting', Page)
const outline: Outline<Greeting> = {
  common: (props) => ({ ...props, name: '' }),
  parts: ({ name }) => ({ who: () => <Cached of={Name} props={{ name }} /> })
}

const hostOf = (origin = 'https://ctf.example.org', scheme: 'dark' | 'light' = 'dark'): IslandHost => {
  let ids = 0
  return {
    page: { locale: 'en-US', scheme },
    origin,
    labels: () => ({}),
    nextId: () => `i${++ids}-`
  }
}

const show = (props: Greeting, of: Outline<Greeting> | undefined, host = hostOf()) =>
  textOf(islandOf(<Island of={island} props={props} outline={of} />, host)!)

describe('an island with an outline', () => {
  it("an outline gives React's markup with each reader’s own parts, and React renders only for the first reader", () => {
    const readers = ['ann', 'bo', '<&"\'>', '', 'ann']
    const plain = readers.map((name) => show({ title: 'shared', name }, undefined))
    rendered = 0
    const put = readers.map((name) => show({ title: 'shared', name }, outline))
    expect(put).toEqual(plain)
    // One rendering for the outline, one for the comparison.
    expect(rendered).toBe(2)
    expect(put[1]).not.toContain('ann')
  })

  it('other shared properties, addresses and appearances give another outline', () => {
    rendered = 0
    const make = (title: string, host?: IslandHost) => show({ title, name: 'x' }, outline, host)
    make('one')
    make('two')
    make('one', hostOf('https://other.example.org'))
    make('one', hostOf(undefined, 'light'))
    expect(rendered).toBe(8)
    make('two')
    expect(rendered).toBe(8)
  })

  it('an outline that omits something of the reader is refused, and nobody gets it', () => {
    const wrong: Outline<Greeting> = { ...outline, common: () => ({ title: 'of nobody', name: '' }) }
    for (const name of ['ann', 'bo'])
      expect(() => show({ title: 'mine', name }, wrong)).toThrow('not what React renders')
  })

  it('a missing or uncached part is refused', () => {
    const missing: Outline<Greeting> = { ...outline, parts: () => ({}) }
    expect(() => show({ title: 'a', name: 'b' }, missing)).toThrow('no part who')
    const plain: Outline<Greeting> = { ...outline, parts: ({ name }) => ({ who: () => <b>{name}</b> }) }
    expect(() => show({ title: 'c', name: 'd' }, plain)).toThrow('is not cached')
  })
})
