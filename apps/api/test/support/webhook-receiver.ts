import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { binToHex } from '@bitauth/libauth';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import type { RecordEvent } from '@weir/api-contract';
import { createDatabase } from '@weir/infra';
import { eventually } from '@weir/testing';
import type { Wallet } from '@weir/wallet';
import type { Fixture } from './fixture.js';
import type { Scene } from './trials.js';

/** A webhook's message. */
export interface ReceivedMessage {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly raw: string;
  readonly body: { readonly type: string; readonly timestamp: string; readonly data: RecordEvent };
}

/** A receiver of webhooks with programmable answers. */
export interface WebhookReceiver {
  readonly url: string;
  readonly received: readonly ReceivedMessage[];
  /** Sets the answer from now on. */
  answer(how: (response: ServerResponse, message: ReceivedMessage) => void): void;
  /** Waits until so many messages have come. */
  until(count: number): Promise<readonly ReceivedMessage[]>;
  close(): void;
}

/** Verifies and returns a message. @throws what the library throws */
export const verify = (secret: string, { raw, headers }: ReceivedMessage): unknown =>
  new Webhook(secret).verify(raw, headers as Record<string, string>);

export const startReceiver = async (): Promise<WebhookReceiver> => {
  const received: ReceivedMessage[] = [];
  let respond: (response: ServerResponse, message: ReceivedMessage) => void = (response) => void response.end('ok');
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const raw = Buffer.concat(pieces).toString();
      const message = {
        id: String(request.headers['webhook-id']),
        headers: request.headers,
        raw,
        body: JSON.parse(raw) as ReceivedMessage['body'],
      };
      received.push(message);
      respond(response, message);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer: (how) => {
      respond = how;
    },
    async until(count) {
      await eventually(() => expect(received.length).toBeGreaterThanOrEqual(count));
      return received;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

const REMOVABLE = 200;

/** Stores many webhooks of one owner, the first of them with a delivery. */
export const createWebhooks = async ({ config }: Fixture, owner: Wallet): Promise<Scene['webhooks']> => {
  const database = createDatabase({ url: config.databaseUrl });
  const { rows } = await sql<{ id: string }>`
    INSERT INTO webhooks (id, owner, owner_hash, url, secret, after_event, status, disabled_reason, disabled_at)
    SELECT gen_random_uuid(), ${owner.address}, ${binToHex(owner.publicKeyHash)}, 'https://weir.example/', 'whsec_AAAA', 0, 'disabled', 'stored so', 0
    FROM generate_series(1, ${REMOVABLE}) RETURNING id`.execute(database);
  const [kept = '', ...removable] = rows.map(({ id }) => id);
  const { rows: delivered } = await sql<{ id: string }>`
    WITH message AS (
      INSERT INTO webhook_messages (message_id, type, body) VALUES ('test_1', 'webhook.test', '{}') RETURNING message_id)
    INSERT INTO webhook_deliveries (id, webhook_id, message_id, status)
    SELECT gen_random_uuid(), ${kept}, message_id, 'delivered' FROM message RETURNING id`.execute(database);
  await database.destroy();
  return { kept, deliveryId: delivered[0]?.id ?? '', removable: () => removable.pop() ?? '' };
};
