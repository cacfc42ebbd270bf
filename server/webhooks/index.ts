export { createWebhooks, type Webhooks } from './service'
