export { announce, announceFailures, type InstanceFailure } from './announcing'
export { insideOf } from './posting'
export { createWebhooks, type Webhooks } from './service'
