import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import type { RecordEvent } from '@weir/api-contract';
import { eventually } from '@weir/testing';

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
