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

/** Longest pause between two polls, milliseconds: some registries take the ten seconds that they are given. */
const LONGEST_PAUSE_MS = 250;

/** Polls until an answer meets a condition, less and less often. */
export const untilToken = async (
  client: Client,
  category: string,
  isReached: (answer: GetTokenResponse) => boolean,
): Promise<GetTokenResponse> => {
  for (let pause = 20; ; pause = Math.min(1.5 * pause, LONGEST_PAUSE_MS)) {
    const answer = await readToken(client, category);
    if (isReached(answer)) return answer;
    await sleep(pause);
  }
};

/** The token after it was looked up. */
export const lookedAt = (client: Client, category: string): Promise<GetTokenResponse> =>
  untilToken(client, category, ({ checkedAt, pending }) => checkedAt !== null && !pending);

/** The token once it is named: on a busy machine a registry may be too late at first. */
export const named = (client: Client, category: string): Promise<GetTokenResponse> =>
  untilToken(client, category, ({ status }) => status === 'named');
