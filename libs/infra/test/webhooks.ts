import type { NewWebhook } from '../src/database/webhooks/webhook-record.js';
import { randomHex } from './streams.js';

/** A webhook of an owner of its own that is not stored yet. */
export const newWebhook = (): NewWebhook => ({
  owner: 'bchtest:owner',
  ownerHash: randomHex(20),
  url: 'https://receiver.example/hook',
  description: null,
  address: null,
  recordId: null,
  products: null,
  kinds: null,
  secret: 'whsec_',
  afterEvent: 0n,
});
