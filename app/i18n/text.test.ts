import { describe, expect, it } from 'vitest'
import { createText } from './text'

const labels = {
  home: {
    title: 'Home',
    left: '{{time}} left',
    limit: { team_one: 'up to {{count}}', team_other: 'up to {{ count }} players' }
  }
}

describe('createText', () => {
  const t = createText('en-US', labels)

  it('nested keys are found and placeholders filled', () => {
    expect(t('home:title')).toBe('Home')
    expect(t('home:left', { time: '2:00' })).toBe('2:00 left')
  })

  it('the plural form of the language is used', () => {
    expect(t('home:limit.team', { count: 1 })).toBe('up to 1')
    expect(t('home:limit.team', { count: 5 })).toBe('up to 5 players')
    const chinese = createText('zh-CN', { home: { limit: { team_other: '{{count}} 人' } } })
    expect(chinese('home:limit.team', { count: 1 })).toBe('1 人')
  })

  it('a missing text shows the key, and a missing value keeps the placeholder', () => {
    expect(t('home:nothing')).toBe('home:nothing')
    expect(t('nowhere:at.all')).toBe('nowhere:at.all')
    expect(t('home:left')).toBe('{{time}} left')
  })
})
