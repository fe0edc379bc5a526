import type { Admission } from '../src/database/quotas/admission.js';
import type { NewWebhook } from '../src/database/webhooks/webhook-record.js';
import { randomHex } from './streams.js';

/** Registered by anybody who has as many as they like. */
export const UNBOUNDED: Admission = {
  callerHash: null,
  network: null,
  expiresAt: null,
  quota: { perCaller: 0, perNetwork: 0 },
};

/** A webhook of an owner of its own that is not stored yet. */
export const newWebhook = (): NewWebhook => ({
  owner: 'bchtest:owner',
  ownerHash: randomHex(20),
  url: 'https://receiver.example/hook',
  description: null,
  address: null,
  partyHash: null,
  recordId: null,
  products: null,
  kinds: null,
  secret: 'whsec_',
  afterEvent: 0,
});
