import fc from 'fast-check'
import { createContext, type ReactElement, type ReactNode, useContext, useId } from 'react'
import { describe, expect, it } from 'vitest'
import { Cached, lazy } from './cached'
import { bytesOf, cut, fill, type Markup, placeholder, textOf } from './markup'
import { jsonOf, partOf as partsOf, renderWhole as render, share } from './render-cache'

const asText = (markup: Markup) => {
  expect(bytesOf(markup).toString()).toBe(textOf(markup))
  return textOf(markup)
}
const renderWhole = (tree: ReactElement) => asText(render(tree))
const partOf = (...args: Parameters<typeof partsOf>) => asText(partsOf(...args)!)

const WORDS = { locale: 'en-US', t: (key: string) => key }

let rendered = 0
function Name({ name, onPress }: { name: string; onPress?: () => void }) {
  rendered++
  return (
    <button type="button" onClick={onPress}>
      {name}
    </button>
  )
}
const button = (name: string) => `<button type="button">${name}</button>`

const Other = ({ name }: { name: string }) => <i>{name}</i>

const Secret = createContext('nothing')
const Reader = () => <u>{useContext(Secret)}</u>

const Pair = ({ names }: { names: string[] }) => (
  <div>
    {names.map((name) => (
      <Cached key={name} of={Name} props={{ name }} />
    ))}
  </div>
)

const WithId = () => <b id={useId()} />

const Greeting = ({ tone, name, link }: { tone: string; name: string; link?: string }) => (
  <p title={`for ${name}`}>
    {tone} <b>{name}</b>
    {link && <a href={link}>{name}</a>}
    <Cached of={Other} props={{ name }} />
  </p>
)
const Around = ({ name }: { name: string }) => (
  <section>
    <Cached of={Greeting} props={{ tone: name }} texts={{ name }} />
  </section>
)

const Loud = ({ name }: { name: string }) => <b>{name.toUpperCase()}</b>

describe('a cached component', () => {
  it('equal properties are rendered once, whatever the handlers, and other ones again', () => {
    const html = (name: string) =>
      renderWhole(<p>{<Cached of={Name} props={{ name, onPress: () => {} }} />}</p>)
    rendered = 0
    const found = ['a', 'a', 'b', 'a'].map(html)
    expect(found).toEqual(['a', 'a', 'b', 'a'].map((name) => `<p>${button(name)}</p>`))
    expect(rendered).toBe(2)
  })

  it('every property, and the component itself, is part of the key', () => {
    const one = (props: { name: string; more?: unknown }) => partOf(<Cached of={Name} props={props} />, WORDS)
    rendered = 0
    one({ name: 'x' })
    one({ name: 'x', more: null })
    one({ name: 'x', more: [1] })
    one({ name: 'x', more: ['1'] })
    one({ name: 'x","more":null' })
    expect(rendered).toBe(5)
    expect(partOf(<Cached of={Other} props={{ name: 'x' }} />, WORDS)).toBe('<i>x</i>')
  })

  it('properties made of arguments are made once for equal arguments, and all of these are part of the key', () => {
    let made = 0
    type More = string | number | boolean | object | null | undefined
    const propsOf = (game: { id: number; press(): void }, name: string | null, more: More) => {
      made++
      return { name: `${name} of ${game.id} ${JSON.stringify(more)}`, onPress: game.press }
    }
    const otherOf = (...args: Parameters<typeof propsOf>) => ({ ...propsOf(...args), name: 'other' })
    const game = (id: number) => ({ id, press: () => {} })
    const one = (...args: Parameters<typeof propsOf>) =>
      partOf(<Cached of={Name} props={lazy(propsOf, ...args)} />, WORDS)
    const all: Parameters<typeof propsOf>[] = [
      [game(1), 'a', 1],
      [game(2), 'a', 1],
      [game(1), 'null', 1],
      [game(1), null, 1],
      [game(1), 'a', '1'],
      [game(1), 'a 1', null],
      [game(1), 'a', { b: [1] }],
      [game(1), 'a', true],
      [game(1), 'a', undefined]
    ]
    for (let round = 0; round < 2; round++) {
      for (const args of all) expect(one(...args)).toBe(renderWhole(<Name {...propsOf(...args)} />))
      // Once by what is compared with, once when it is rendered first.
      expect(made).toBe(all.length * (round === 0 ? 2 : 3))
    }
    expect(partOf(<Cached of={Name} props={lazy(otherOf, game(1), 'a', 1)} />, WORDS)).toBe(button('other'))
    expect(partOf(<Cached of={Other} props={lazy(propsOf, game(1), 'a', 1)} />, WORDS)).toBe(
      '<i>a of 1 1</i>'
    )
    // Outside of the cache, as in the browser.
    expect(asText(render(<p>{<Cached of={Name} props={lazy(propsOf, game(7), 'z', 0)} />}</p>))).toContain(
      'z of 7 0'
    )
  })

  it('an object among the arguments cannot change behind its key', () => {
    const nameOf = ({ team }: { team: { name: string } }) => ({ name: team.name })
    const given = { team: { name: 'x' } }
    partOf(<Cached of={Name} props={lazy(nameOf, given)} />, WORDS)
    expect(() => {
      given.team.name = 'y'
    }).toThrow(TypeError)
  })

  it('a cached component sees only its properties', () => {
    const html = renderWhole(
      <Secret.Provider value="of one reader">
        <Cached of={Reader} props={{}} />
      </Secret.Provider>
    )
    expect(html).toBe('<u>nothing</u>')
  })

  it('cached components leave no trace beside and within others', () => {
    expect(renderWhole(<Cached of={Pair} props={{ names: ['c', 'd'] }} />)).toBe(
      `<div>${button('c')}${button('d')}</div>`
    )
  })

  it('a component that makes ids is refused, because the browser would make others', () => {
    expect(() => renderWhole(<Cached of={WithId} props={{}} />)).toThrow('WithId is cached and makes ids')
  })

  it('nobody can write a placeholder', () => {
    const [open] = placeholder('0').split(':')
    expect(open).not.toContain('<')
    const guess = '\uE0000\uE001 \uE000x:0\uE001'
    expect(renderWhole(<p title={guess}>{<Cached of={Name} props={{ name: guess }} />}</p>)).toBe(
      `<p title="${guess}">${button(guess)}</p>`
    )
  })
})

describe('placeholders', () => {
  it('placeholders are replaced by name, between the surrounding text', () => {
    const parts = cut(`a${placeholder('x')}b${placeholder('y')}<!-- -->${placeholder('x')}`)
    expect(textOf(fill(parts, (name) => `[${name}]`))).toBe('a[x]b[y][x]')
  })
})

describe('JSON', () => {
  it('the JSON equals JSON.stringify, and never ends its script element', () => {
    fc.assert(
      fc.property(
        fc.object({ values: [fc.string(), fc.double(), fc.constant(undefined), fc.date()] }),
        (value) => {
          const text = jsonOf(value)
          expect(text).not.toContain('<')
          expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
        }
      )
    )
    const hard = { '</script>"': ['</script>\u2028', undefined, Number.NaN], f() {} }
    expect(JSON.parse(jsonOf(hard))).toEqual({ '</script>"': ['</script>\u2028', null, null] })
  })

  it('the JSON of shared values is the same, and nobody can change them', () => {
    const list = share([{ name: '<b>' }])
    expect(JSON.parse(jsonOf({ list, again: { list } }))).toEqual({ list, again: { list } })
    expect(() => list.push({ name: 'c' })).toThrow()
    expect(() => {
      list[0]!.name = 'c'
    }).toThrow()
  })
})

const Frame = ({ tone, name, inside }: { tone: string; name: string; inside: ReactNode }) => {
  rendered++
  return (
    <section title={tone}>
      {name}
      <div>{inside}</div>
    </section>
  )
}
const Framed = ({ names }: { names: string[] }) => (
  <Cached
    of={Frame}
    props={{ tone: 'hi' }}
    texts={{ name: names.join() }}
    slots={{ inside: names.map((name) => <Cached key={name} of={Name} props={{ name }} />) }}
  />
)

describe('slots of a cached component', () => {
  it('slots hold cached components, and the frame is rendered once', () => {
    const plain = (names: string[]) =>
      renderWhole(
        <Frame tone="hi" name={names.join()} inside={names.map((name) => <Name key={name} name={name} />)} />
      )
    const all = [['a'], ['b', 'c'], [], ['a', '<&>']]
    const expected = all.map(plain)
    rendered = 0
    expect(all.map((names) => renderWhole(<Framed names={names} />))).toEqual(expected)
    expect(all.map((names) => partOf(Framed({ names }), WORDS))).toEqual(expected)
    // The frame twice (the second proves that texts are only printed), and each name.
    expect(rendered).toBeLessThanOrEqual(6)
  })

  it('anything else in a slot is refused', () => {
    const odd = <Cached of={Frame} props={{ tone: 'x' }} texts={{ name: '' }} slots={{ inside: <b /> }} />
    expect(() => partOf(odd, WORDS)).toThrow('is not cached')
  })
})

describe('texts of a cached component', () => {
  const greet = (name: string, more: { link?: string } = {}) =>
    partOf(<Cached of={Greeting} props={{ tone: 'hi' }} texts={{ name, ...more }} />, WORDS)

  it('texts are escaped as by React, and cause no rendering', () => {
    const plain = (name: string, link?: string) =>
      renderWhole(<Greeting tone="hi" name={name} {...(link && { link })} />)
    const odd = `<script>"&' \uE0000\uE001 {{name}} $&`
    for (const name of ['Ann', odd, '']) expect(greet(name)).toBe(plain(name))
    expect(greet('Ann', { link: '/a?b&c' })).toBe(plain('Ann', '/a?b&c'))
    expect(greet('Bob', { link: '/b' })).toBe(plain('Bob', '/b'))
  })

  it('texts reach nested and enclosing components', () => {
    const html = (name: string) => partOf(<Cached of={Around} props={{}} texts={{ name }} />, WORDS)
    expect(html('<x>')).toBe(renderWhole(<Around name="<x>" />))
    expect(html('y')).toBe(renderWhole(<Around name="y" />))
  })

  it('a component that tests its texts is refused', () => {
    expect(() => partOf(<Cached of={Loud} props={{}} texts={{ name: 'ann' }} />, WORDS)).toThrow(
      'Loud is cached and looks into its texts'
    )
  })
})
