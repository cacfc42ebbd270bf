import { describe, expect, it } from 'vitest'
import { chosenOf } from './chosen'

const of = (query: string) => chosenOf(new URLSearchParams(query))

describe('teams of results that staff choose', () => {
  it('are one of a few ways, or any participation by its number, which goes first', () => {
    expect(of('suitcase=x&team.1=new&team.2=skip&team.3=7&team.4=&other.4=')).toEqual({
      1: 'new',
      2: 'skip',
      3: 7
    })
    expect(of('team.1=skip&other.1=12+·+Night+Owls')).toEqual({ 1: 12 })
    expect(of('other.1=++45++&team.1=new')).toEqual({ 1: 45 })
    expect(of('other.2=9')).toEqual({ 2: 9 })
  })

  it.each(['other.1=Night+Owls', 'other.1=-1', 'other.1=12abc'])(
    'are refused without a number: %s',
    (query) => {
      expect(() => of(query)).toThrow(
        expect.objectContaining({ code: 'suitcase.match', params: { team: '1' } })
      )
    }
  )

  it('are not read from other names and values', () => {
    expect(of('team.0=new&team.x=new&other.__proto__=1&team.constructor=new')).toEqual({})
    expect(() => of('team.1=delete')).toThrow()
    expect(() => of('other.1=0')).toThrow()
  })
})
