import type { Static } from 'typebox';
import { hasKnownPassword, isPlaceholder, type UnsafeSetting } from '@weir/http';
import { readServers } from '@weir/infra';
import type { Environment } from './environment.schema.js';

const QUOTAS = [
  'QUOTA_PENDING_CALLER',
  'QUOTA_PENDING_NETWORK',
  'QUOTA_PLAN_RECIPIENTS_CALLER',
  'QUOTA_PLAN_RECIPIENTS_NETWORK',
  'QUOTA_LIST_BYTES_CALLER',
  'QUOTA_LIST_BYTES_NETWORK',
  'QUOTA_WEBHOOKS_NETWORK',
] as const;

/** Returns the API's own settings that are unsafe in production. */
export const unsafeSettings = (values: Static<typeof Environment>): UnsafeSetting[] => {
  const found: UnsafeSetting[] = [];
  if (values.AUTH_MODE === 'header')
    found.push({
      field: 'AUTH_MODE',
      problem:
        'is header, so that callers are not proven: leave it at signed, or put a gateway that proves them in front',
      risk: 'believed-callers',
    });
  if (values.AUTH_SECRET !== undefined && isPlaceholder(values.AUTH_SECRET))
    found.push({ field: 'AUTH_SECRET', problem: 'can be guessed: set what `openssl rand -base64 32` makes, or none' });
  const standbys = values.DATABASE_READ_URL === undefined ? [] : readServers(values.DATABASE_READ_URL);
  if (typeof standbys !== 'string' && standbys.some(hasKnownPassword))
    found.push({ field: 'DATABASE_READ_URL', problem: 'has a password that everybody knows: set another one' });
  for (const field of QUOTAS)
    if (values[field] === 0)
      found.push({ field, problem: 'is 0, so that strangers can fill the database: set a bound', risk: 'no-quotas' });
  if (values.WEBHOOKS === 'local')
    found.push({
      field: 'WEBHOOKS',
      problem: 'is local, so that strangers can have servers of your own network called: set on or off',
      risk: 'private-webhooks',
    });
  if (values.TOKENS === 'local')
    found.push({
      field: 'TOKENS',
      problem: 'is local, so that strangers can have servers of your own network asked: set on or off',
      risk: 'private-registries',
    });
  return found;
};
