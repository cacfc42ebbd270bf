import { z } from 'zod'
import type { Brand, ConfigView } from '~/server/settings/contract'
import { type SettingsInput, settingsInput } from '~/server/settings/contract'
import { inForm } from '../lines-field'

const text = (value: unknown) => (typeof value === 'string' ? value.replace(/\r\n/g, '\n') : '')

/** All settings by the members' names; unchecked boxes are not sent. */
export const settingsForm = z.record(z.string(), z.unknown()).transform((form, refinement): SettingsInput => {
  const on = (name: string) => form[name] !== undefined
  const read = settingsInput.safeParse({
    accountPolicy: {
      allowRegister: on('allowRegister'),
      activeOnRegister: on('activeOnRegister'),
      useCaptcha: on('useCaptcha'),
      emailConfirmationRequired: on('emailConfirmationRequired'),
      emailDomainList: text(form.emailDomainList),
      onlyProviders: on('onlyProviders'),
      staffSecondFactor: on('staffSecondFactor')
    },
    containerPolicy: {
      autoDestroyOnLimitReached: on('autoDestroyOnLimitReached'),
      defaultLifetime: text(form.defaultLifetime).trim(),
      extensionDuration: text(form.extensionDuration).trim(),
      renewalWindow: text(form.renewalWindow).trim(),
      captureRetention: text(form.captureRetention).trim()
    },
    globalConfig: {
      title: text(form.title),
      slogan: text(form.slogan),
      description: text(form.description),
      footerInfo: text(form.footerInfo),
      customTheme: text(form.customTheme).trim()
    },
    expectedVersion: text(form.version) || null
  })
  if (read.success) return read.data
  for (const { path, message } of read.error.issues)
    refinement.addIssue({ code: 'custom', path: path.slice(1, 2), message: inForm(message) })
  return z.NEVER
})

export const fieldsOf = ({ globalConfig, accountPolicy, containerPolicy }: ConfigView, brand: Brand) => ({
  title: brand.title,
  slogan: brand.slogan,
  description: globalConfig.description,
  footerInfo: globalConfig.footerInfo ?? '',
  customTheme: globalConfig.customTheme ?? '',
  emailDomainList: accountPolicy.emailDomainList,
  defaultLifetime: String(containerPolicy.defaultLifetime),
  extensionDuration: String(containerPolicy.extensionDuration),
  renewalWindow: String(containerPolicy.renewalWindow),
  captureRetention: String(containerPolicy.captureRetention)
})
export type SettingsFields = ReturnType<typeof fieldsOf>

export const switchesOf = ({ accountPolicy, containerPolicy }: ConfigView) => ({
  allowRegister: accountPolicy.allowRegister,
  activeOnRegister: accountPolicy.activeOnRegister,
  emailConfirmationRequired: accountPolicy.emailConfirmationRequired,
  useCaptcha: accountPolicy.useCaptcha,
  onlyProviders: accountPolicy.onlyProviders,
  staffSecondFactor: accountPolicy.staffSecondFactor,
  autoDestroyOnLimitReached: containerPolicy.autoDestroyOnLimitReached
})
export type Switches = ReturnType<typeof switchesOf>
