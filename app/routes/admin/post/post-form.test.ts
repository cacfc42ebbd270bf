import { expect, it } from 'vitest'
import { postForm } from './post-form'

it('tags are read from one line, in any script, each once', () => {
  const { tags, isPinned, version } = postForm.parse({
    title: 'News',
    tags: ' ctf, 新闻，web ,ctf,, ',
    version: '3'
  })
  expect(tags).toEqual(['ctf', '新闻', 'web'])
  expect(isPinned).toBe(false)
  expect(version).toBe(3)
})

it.each([
  [{ title: ' ' }, 'title', 'field.title_required'],
  [{ title: 'x'.repeat(51) }, 'title', 'field.title_too_long'],
  [{ title: 'a', content: 'x'.repeat(262_145) }, 'content', 'field.text_too_long'],
  [{ title: 'a', tags: 'x'.repeat(33) }, 'tags', 'field.text_too_long'],
  [{ title: 'a', tags: Array.from({ length: 21 }, (_, i) => i).join() }, 'tags', 'field.out_of_range']
])('the error of %j stays at its field', (form, field, code) => {
  const [issue] = postForm.safeParse(form).error!.issues
  expect([issue!.path, issue!.message]).toEqual([[field], code])
})
