/** Whether a webhook was sent by whoever has the host's private key, and is unchanged: see verify-webhook.mjs. */
export function verifyWebhook(
  rawBody: string | Uint8Array,
  header: string | null | undefined,
  key: string,
): Promise<boolean>;
