import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { Webhook } from 'standardwebhooks';
import type { EventFilters, WeirEvent } from '@weir/client';
import { UsageError } from '../../usage-error.js';
import type { Command, Surroundings } from '../command.types.js';
import { explained, findServices } from '../local-stack.js';

/** How long the receiver may take, milliseconds: as long as one of a webhook. */
const TIMEOUT_MS = 15_000;

const filtersOf = (values: { address?: string; record?: string; product?: string; kind?: string }): EventFilters => {
  const products = values.product?.split(',') as readonly WeirEvent['product'][] | undefined;
  const kinds = values.kind?.split(',') as readonly WeirEvent['kind'][] | undefined;
  return {
    ...(values.address !== undefined && { address: values.address }),
    ...(values.record !== undefined && { record: values.record }),
    ...(products !== undefined && { products }),
    ...(kinds !== undefined && { kinds }),
  };
};

const readOptions = (args: readonly string[]) => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      forward: { type: 'string' },
      secret: { type: 'string' },
      address: { type: 'string' },
      record: { type: 'string' },
      product: { type: 'string' },
      kind: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const { forward, secret } = values;
  if (forward !== undefined && (!URL.canParse(forward) || !/^https?:/.test(forward)))
    throw new UsageError(`--forward: "${forward}" is not a web address`);
  if (secret !== undefined && !/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(secret))
    throw new UsageError('--secret: a secret is whsec_ and at least 24 bytes in base64, as a webhook has it');
  return { ...values, filters: filtersOf(values) };
};

/** The event as the API sent it: exact amounts are text. */
const bodyOf = (event: WeirEvent): string =>
  JSON.stringify(event, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));

const lineOf = ({ createdAt, product, kind, record, amountBase, txHash }: WeirEvent): string =>
  [
    new Date(createdAt * 1_000).toISOString().slice(11, 19),
    `${product}.${kind}`.padEnd(20),
    record.displayId ?? record.id,
    ...(amountBase === null ? [] : [`${amountBase}`]),
    ...(txHash === null ? [] : [txHash]),
  ].join('  ');

/** Sends an event as a webhook does (Standard Webhooks). @returns what became of it, in words */
const forwardTo = async (url: string, secret: string, event: WeirEvent): Promise<string> => {
  const now = new Date();
  const data: unknown = JSON.parse(bodyOf(event));
  const timestamp = new Date(event.createdAt * 1_000).toISOString();
  const body = JSON.stringify({ type: `${event.product}.${event.kind}`, timestamp, data });
  try {
    const { status } = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Weir-Webhooks/1',
        'webhook-id': event.id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
        'webhook-signature': new Webhook(secret).sign(event.id, now, body),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return `answered ${status}`;
  } catch (error) {
    const { message, cause } = error as Error;
    return `failed: ${cause instanceof Error ? cause.message : message}`;
  }
};

const run = async (args: readonly string[], surroundings: Surroundings): Promise<number> => {
  const { forward, json, filters, secret = `whsec_${randomBytes(24).toString('base64')}` } = readOptions(args);
  const { signal, print, complain } = surroundings;
  const { weir, apiUrl } = findServices(surroundings);
  let wasOpen = false;
  const follow = {
    signal,
    onOpen(isResumed: boolean) {
      complain(isResumed ? 'Connected again' : `Listening to ${apiUrl}`);
      wasOpen = true;
    },
    onLost: () =>
      complain(
        wasOpen
          ? 'The connection is lost; retrying'
          : `Nothing answers at ${apiUrl}; retrying. Start the local stack with npm start, or name another by WEIR_API`,
      ),
  };
  if (forward !== undefined) complain(`Forwarding to ${forward}, signed with ${secret}`);
  try {
    for await (const event of weir.events(filters, follow)) {
      print(json ? bodyOf(event) : lineOf(event));
      if (forward !== undefined) complain(`  ${forward} ${await forwardTo(forward, secret, event)}`);
    }
    return 0;
  } catch (error) {
    throw explained(error);
  }
};

/** `weir listen`. */
export const listen: Command = {
  usage: `npm run weir -- listen [options]
  --forward URL     POSTs each event there, as a webhook does: signed, without repetition
  --secret whsec_…  what it is signed with; by default a new one, which is printed
  --address A       events of a party
  --record ID       events of a record, and of what belongs to it
  --product P,P     stream, payment, plan, airdrop, vault, proposal
  --kind K,K        funded, claimed, … (docs/api/events.md)
  --json            one JSON object a line
Until Ctrl+C. Events of private vaults go to their members alone, so not here.`,
  run,
};
