import { createWeir, type Wallet as ClientWallet, type Weir } from '@weir/client';
import { createNode } from '@weir/devnet';
import { startTestStack, type LocalStack } from '@weir/local';
import { createWallet, type Wallet } from '@weir/wallet';

const DAY = 86_400;
const DAYS_AGO = 60;

/** A stack of its own, and what a test does to its chain. */
export interface Fixture {
  readonly stack: LocalStack;
  readonly weir: Weir;
  /** A new wallet with so many satoshis. */
  wallet(satoshis?: bigint): Promise<TestWallet>;
  /** Lets days pass on the chain, its median time too. */
  passDays(days: number): Promise<void>;
  /** The chain's time, Unix seconds. */
  now(): Promise<number>;
  stop(): Promise<void>;
}

export type TestWallet = Wallet & ClientWallet;

let count = 0;

/** Starts a stack whose chain began some time ago. @param apiSettings further settings of the API */
export const startFixture = async (apiSettings: Readonly<Record<string, string>> = {}): Promise<Fixture> => {
  const node = createNode({ now: Math.floor(Date.now() / 1000) - DAYS_AGO * DAY });
  const stack = await startTestStack({ node, apiSettings });
  const { control } = stack;
  return {
    stack,
    weir: createWeir({ baseUrl: stack.apiUrl, devUrl: `${stack.devKitUrl}/dev` }),
    async wallet(satoshis = 0n) {
      count += 1;
      const wallet = createWallet({ privateKey: `client check ${process.pid} ${count}` });
      if (satoshis > 0n) await control.fund(wallet.address, satoshis);
      await control.mine();
      return wallet;
    },
    async passDays(days) {
      await control.passTime(days * DAY);
    },
    now: async () => (await control.info()).tip.medianTimePast,
    stop: () => stack.stop(),
  };
};
