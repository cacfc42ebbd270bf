export { type Announcement, announce, announceFailures, type InstanceFailure } from './announcing'
export { createWebhooks, type Webhooks } from './service'
