import { askOnce, type Sent } from '../connection/ask.js';
import { addressOf, type Connection } from '../connection/connection.js';
import { isWeirError, WeirError } from '../shared/error.js';
import { walletOf } from '../steps/wallet-of.js';
import type { Wallet } from '../wallet.js';
import type { Dev, DevChain, DevPaid } from './dev.types.js';

/** Where `npm start` serves the dev kit: beside the API, on the local machine only. */
const PORT = 3003;
const LOCAL = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

const noDevKit = (where: string, cause?: unknown): WeirError =>
  new WeirError(
    'NO_DEV_KIT',
    `There is no dev kit at ${where}: only the local stack has one. Run npm start, and set devUrl if it is elsewhere`,
    { cause },
  );

/**
 * Returns the address of the dev kit.
 *
 * @throws WeirError NO_DEV_KIT where the API is on another machine and `devUrl` is not given
 */
const urlOf = ({ devUrl, baseUrl }: Connection): string => {
  if (devUrl !== undefined) return devUrl.replace(/\/$/, '');
  const { protocol, hostname } = new URL(baseUrl);
  if (!LOCAL.test(hostname)) throw noDevKit(hostname);
  return `${protocol}//${hostname}:${PORT}/dev`;
};

const paidOf = ({ txid, vout, satoshis, category }: DevPaid): DevPaid => ({
  txid,
  vout,
  satoshis,
  ...(category !== undefined && { category }),
});

/** Creates the dev kit of a client: see `Dev`. */
export const createDevKit = (connection: Connection): Dev => {
  const ask = async <Answer>(path: string, body: object | undefined, signal?: AbortSignal): Promise<Answer> => {
    const url = `${urlOf(connection)}/${path}`;
    const send = async ({ signal: stop }: Sent) => {
      const response = await connection.fetch(
        new Request(url, {
          ...(stop !== undefined && { signal: stop }),
          ...(body !== undefined && {
            method: 'POST',
            body: JSON.stringify(body),
            headers: { 'content-type': 'application/json' },
          }),
        }),
      );
      const answer = (await response.json()) as Answer;
      return response.ok ? { data: answer, response } : { error: answer, response };
    };
    try {
      // Mining and letting time pass take as long as they take.
      return (await askOnce(send, { headers: {}, ...(signal !== undefined && { signal }) }, 0)) as Answer;
    } catch (error) {
      // Nobody answers there, or another server does.
      if (isWeirError(error, 'CONNECTION_FAILED', 'ANSWER_UNREADABLE', 'ROUTE_NOT_FOUND')) throw noDevKit(url, error);
      throw error;
    }
  };
  const addressTo = async (to: Wallet | string | undefined): Promise<string> =>
    typeof to === 'string' ? to : addressOf(walletOf(connection, to));

  return {
    chain: ({ signal } = {}) => ask<DevChain>('chain', undefined, signal),
    async faucet(to, satoshis, { signal } = {}) {
      const amount = satoshis === undefined ? {} : { satoshis: satoshis.toString() };
      return paidOf(await ask<DevPaid>('faucet', { address: await addressTo(to), ...amount }, signal));
    },
    async tokens({ amount, ...words }, to, { signal } = {}) {
      const made = { ...words, ...(amount !== undefined && { amount: amount.toString() }) };
      const paid = paidOf(await ask<DevPaid>('tokens', { address: await addressTo(to), ...made }, signal));
      return { ...paid, category: paid.category ?? '' };
    },
    mine: (count = 1, { signal } = {}) => ask<DevChain>('blocks', { count }, signal),
    passTime: (seconds, { signal } = {}) => ask<DevChain>('time', { seconds }, signal),
    reorganise: (depth, { signal } = {}) => ask<DevChain>('reorganise', { depth }, signal),
  };
};
