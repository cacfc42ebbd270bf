export { announce, announceFailures, type InstanceFailure } from './announcing'
export { createWebhooks, type Webhooks } from './service'
