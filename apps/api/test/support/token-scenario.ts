import { setTimeout as sleep } from 'node:timers/promises';
import { binToHex } from '@bitauth/libauth';
import type { GetTokenResponse } from '@weir/api-contract';
import { lockingBytecodeOf } from '@weir/covenants';
import { issueToken, type IssuedToken, type RegistryPublication } from '@weir/devnet';
import type { Wallet } from '@weir/wallet';
import type { Client } from './client.js';
import type { Fixture } from './fixture.js';

/** Issues a token to a wallet, with a registry where one is named. */
export const issueTo = (
  { control }: Fixture,
  wallet: Wallet,
  registry?: (category: string) => RegistryPublication,
  amount = 1_000_000n,
): Promise<IssuedToken> =>
  issueToken(control, {
    to: binToHex(lockingBytecodeOf(wallet.publicKeyHash)),
    amount,
    ...(registry && { registry }),
  });

export const readToken = async (client: Client, category: string): Promise<GetTokenResponse> =>
  (await client.get<GetTokenResponse>(`/api/tokens/${category}`)).body;

/** Polls until an answer meets a condition. */
export const untilToken = async (
  client: Client,
  category: string,
  isReached: (answer: GetTokenResponse) => boolean,
  withinMs = 15_000,
): Promise<GetTokenResponse> => {
  for (const end = Date.now() + withinMs; ;) {
    const answer = await readToken(client, category);
    if (isReached(answer)) return answer;
    if (Date.now() > end) throw new Error(`Waited in vain: ${JSON.stringify(answer)}`);
    await sleep(20);
  }
};

/** The token after it was looked up. */
export const lookedAt = (client: Client, category: string, withinMs?: number): Promise<GetTokenResponse> =>
  untilToken(client, category, ({ checkedAt, pending }) => checkedAt !== null && !pending, withinMs);
