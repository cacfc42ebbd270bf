import { describe, expect, it } from 'vitest'
import { defineIsland } from '../islands/runtime/define'
import { Island, islandOf } from '../islands/runtime/island'
import type { IslandHost } from '../islands/runtime/page'
import { keptMarkup } from './kept-markup'
import { bytesOf, Kept, textOf } from './markup'

let rendered = 0
function Card({ team, token }: { team: string; token: string }) {
  rendered++
  return (
    <p title={token}>
      {team} {token}
    </p>
  )
}
const island = defineIsland('card', Card)

let ids = 0
const hostOf = (origin = 'https://ctf.example.org', scheme: 'dark' | 'light' = 'dark'): IslandHost => ({
  page: { locale: 'en-US', scheme },
  origin,
  labels: () => ({}),
  nextId: () => `i${++ids}-`
})

function show(team: string, token: string, host = hostOf()) {
  ids = 0
  return textOf(islandOf(<Island of={island} props={{ team, token }} kept />, host)!)
}

describe('islands that are kept', () => {
  it('equal properties are rendered once, and each reader gets the right markup', () => {
    rendered = 0
    const pages = ['a', 'b', 'a', 'b'].map((token) => show('x', token))
    expect(rendered).toBe(2)
    expect(pages[0]).toBe(pages[2])
    expect(pages[1]).toBe(pages[3])
    expect(pages[0]).toContain('<p title="a">')
    expect(pages[0]).toContain('{"team":"x","token":"a"}')
    expect(pages[1]).not.toContain('"a"')
  })

  it('another property, address or appearance gives other markup', () => {
    rendered = 0
    show('c', 'd')
    show('c","token":"d', 'd')
    show('c', 'd', hostOf('https://other.example.org'))
    show('c', 'd', hostOf(undefined, 'light'))
    expect(rendered).toBe(4)
  })
})

describe('markup that is kept', () => {
  it('markup is made once per key, from the right parts', () => {
    const long = new Kept('<b>'.repeat(200))
    let made = 0
    const make = () => {
      made++
      return ['<i>', new Kept('short'), [long, 'é'], '</i>']
    }
    const markup = keptMarkup('one', make)
    expect(keptMarkup('one', make)).toBe(markup)
    expect(made).toBe(1)
    expect(textOf(markup)).toBe(textOf(make()))
    expect(bytesOf(markup).toString()).toBe(textOf(markup))
    expect(markup).toContain(long)
  })

  it('newer markup replaces older markup', () => {
    let made = 0
    const big = (key: string) => keptMarkup(key, () => `${made++}${'x'.repeat(2_000_000)}`)
    for (const key of ['1', '2', '3', '4', '5', '6', '7', '8', '9']) big(key)
    expect(made).toBe(9)
    big('1')
    expect(made).toBe(10)
  })
})
