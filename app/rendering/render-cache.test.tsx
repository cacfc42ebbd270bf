import fc from 'fast-check'
import { createContext, type ReactElement, type ReactNode, useContext, useId } from 'react'
import { describe, expect, it } from 'vitest'
import { Cached } from './cached'
import { bytesOf, fillPlaceholders, type Markup, placeholder, splitAtPlaceholders, textOf } from './markup'
import { jsonOf, keptPart, partOf as partsOf, renderWhole as render, shareValue } from './render-cache'
import { sharedBy } from './shared-by'

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

const Says = ({ word, name, more }: { word: string; name?: string; more?: string }) => {
  rendered++
  return (
    <p>
      <u>{word}</u>
      <b>{name}</b>
      {more !== undefined && <i>{more}</i>}
    </p>
  )
}
const Shouts = ({ word }: { word: string }) => <h1>{word}</h1>

describe('a cached component', () => {
  it('shared properties are rendered once, for each component, language and set of texts', () => {
    const [props, others] = [shareValue({ word: 'hello' }), shareValue({ word: 'bye' })]
    const show = (texts?: { name: string; more?: string }, locale = 'en-US') =>
      partOf(<Cached of={Says} props={props} texts={texts} />, { ...WORDS, locale })
    rendered = 0
    for (const _round of [1, 2]) {
      expect(show()).toBe('<p><u>hello</u><b></b></p>')
      expect(show({ name: 'ann' })).toBe('<p><u>hello</u><b>ann</b></p>')
      expect(show({ name: '<bo>' })).toBe('<p><u>hello</u><b>&lt;bo&gt;</b></p>')
      expect(show({ name: 'ann', more: 'again' })).toBe('<p><u>hello</u><b>ann</b><i>again</i></p>')
      expect(show(undefined, 'de-DE')).toBe('<p><u>hello</u><b></b></p>')
      expect(partOf(<Cached of={Shouts} props={props} />, WORDS)).toBe('<h1>hello</h1>')
      expect(partOf(<Cached of={Says} props={others} />, WORDS)).toBe('<p><u>bye</u><b></b></p>')
    }
    // Five different ones, and one to prove that the texts are only printed.
    expect(rendered).toBe(6)
  })

  it('a part is kept for one object, key and language', () => {
    const [ann, bo] = [{}, {}]
    let made = 0
    const show = (of: object, key: string, name: string, locale = 'en-US') => {
      const words = { ...WORDS, locale }
      const make = () => {
        made++
        return <Cached of={Name} props={{ name }} />
      }
      return partOf(keptPart(of, key, words, make), words)
    }
    for (const _round of [1, 2]) {
      expect(show(ann, 'row', 'ann')).toBe(button('ann'))
      expect(show(bo, 'row', 'bo')).toBe(button('bo'))
      expect(show(ann, 'head', 'ann2')).toBe(button('ann2'))
      expect(show(ann, 'row', 'ann3', 'de-DE')).toBe(button('ann3'))
    }
    expect(made).toBe(4)
    for (let n = 0; n < 50; n++) expect(show(ann, `view ${n}`, `ann ${n}`)).toBe(button(`ann ${n}`))
    expect(show(ann, 'row', 'ann')).toBe(button('ann'))
  })

  it('a value is shared for one object and key, and stays right when there are too many', () => {
    const [one, other] = [{}, {}]
    const first = sharedBy(one, 'a', () => ({ n: 1 }))
    expect(sharedBy(one, 'a', () => ({ n: 2 }))).toBe(first)
    expect(sharedBy(other, 'a', () => ({ n: 2 }))).toEqual({ n: 2 })
    for (let n = 0; n < 2000; n++) expect(sharedBy(one, `b${n}`, () => ({ n }))).toEqual({ n })
    expect(sharedBy(one, 'a', () => ({ n: 1 }))).toEqual({ n: 1 })
  })

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
    const parts = splitAtPlaceholders(`a${placeholder('x')}b${placeholder('y')}<!-- -->${placeholder('x')}`)
    expect(textOf(fillPlaceholders(parts, (name) => `[${name}]`))).toBe('a[x]b[y][x]')
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
    const list = shareValue([{ name: '<b>' }])
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
