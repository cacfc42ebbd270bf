import type { RegistrationCheck } from 'halyard/plugin'

const CAMPUS = process.env.PLUGIN_CAMPUS ?? 'campus.example.org'

/** Anybody may have an account; a division whose name begins with "Campus" is for addresses of the campus. */
export default {
  apiVersion: 1,
  kind: 'registration',
  name: 'campus-registration',
  version: '1.0.0',
  check(registration) {
    if (registration.of === 'account') return null
    const { user, division } = registration
    const isInside = user.email.toLowerCase().endsWith(`@${CAMPUS}`)
    if (!division?.startsWith('Campus') || isInside) return null
    return `The division ${division} is for addresses of ${CAMPUS}.`
  }
} satisfies RegistrationCheck
