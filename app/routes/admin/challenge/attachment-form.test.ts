import { expect, it } from 'vitest'
import { attachmentForm } from './attachment-form'

const file = {
  field: 'file',
  name: 'a.zip',
  claimed: '',
  path: '/a',
  size: 3,
  hash: 'a'.repeat(64),
  type: null
}
const read = (form: object) => attachmentForm.safeParse(form)

it('each kind takes only what it needs', () => {
  const form = { file, remoteUrl: 'https://ctf.example.org/a.zip' }
  expect(read({ ...form, attachmentType: 'None' }).data).toMatchObject({ attachmentType: 'None', file: null })
  expect(read({ ...form, attachmentType: 'Local' }).data).toMatchObject({ remoteUrl: null, file })
  expect(read({ ...form, attachmentType: 'Remote' }).data).toMatchObject({
    remoteUrl: form.remoteUrl,
    file: null
  })
})

it.each([
  [{ attachmentType: 'Local' }, 'file', 'file.empty'],
  [{ attachmentType: 'Local', file: { ...file, size: 0 } }, 'file', 'file.empty'],
  [{ attachmentType: 'Local', file: 'a.zip' }, 'file', 'file.empty'],
  [{ attachmentType: 'Remote', remoteUrl: 'javascript:alert(1)' }, 'remoteUrl', 'field.url_malformed'],
  [{ attachmentType: 'Remote', remoteUrl: 'https://a.example/\r\nb' }, 'remoteUrl', 'field.url_malformed'],
  [{ attachmentType: 'Remote' }, 'remoteUrl', 'field.url_malformed']
])('the error of %j stays at its field', (form, field, code) => {
  const issues = read(form).error?.issues.map(({ path, message }) => [path.join('.'), message])
  expect(issues).toEqual([[field, code]])
})
