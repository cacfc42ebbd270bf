export { announceFailures, type InstanceFailure, queueWebhooks } from './announcing'
export { insideOf } from './posting'
export { createWebhooks, type Webhooks } from './service'
