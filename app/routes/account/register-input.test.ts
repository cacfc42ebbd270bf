import { describe, expect, it } from 'vitest'
import { allowedDomains, registerForm } from './register-input'

const given = {
  userName: ' mira.k ',
  email: 'mira@halyard.example',
  password: 'pass phrase',
  passwordRepeat: 'pass phrase'
}

describe('registerForm', () => {
  it('a complete form is accepted, and the name trimmed', () => {
    expect(registerForm.parse(given)).toMatchObject({ userName: 'mira.k', password: 'pass phrase' })
  })

  it.each([
    ['passwordRepeat', { passwordRepeat: 'pass phrasf' }, 'field.password_repeat'],
    ['passwordRepeat', { passwordRepeat: undefined }, 'field.password_repeat'],
    ['password', { password: '12345', passwordRepeat: '12345' }, 'identity.password_too_short'],
    ['email', { email: 'mira' }, 'field.email_malformed'],
    ['userName', { userName: 'mk' }, 'field.user_name_too_short']
  ])('the form is refused at %s', (field, change, code) => {
    const issues = registerForm.safeParse({ ...given, ...change }).error?.issues
    expect(issues).toMatchObject([{ path: [field], message: code }])
  })
})

describe('allowedDomains', () => {
  it('blanks are dropped', () => {
    expect(allowedDomains(' a.example, ,b.example ')).toEqual(['a.example', 'b.example'])
    expect(allowedDomains('')).toEqual([])
  })
})
