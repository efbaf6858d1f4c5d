export { verifyWebhook } from './verify-webhook.mjs';
