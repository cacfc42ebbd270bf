export { enqueue } from './enqueuing'
export { createWebhooks, type Webhooks } from './service'
