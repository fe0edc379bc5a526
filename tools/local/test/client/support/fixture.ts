import { createWeir, type ProposalHandle, type Review, type Wallet as ClientWallet, type Weir } from '@weir/client';
import { createNode, type ChainNode } from '@weir/devnet';
import { carryOut, controlledChain, openVault, vaultTerms } from '@weir/lives';
import { startTestStack, type LocalStack } from '@weir/local';
import { createWallet, type Wallet } from '@weir/wallet';

export const BCH = 100_000_000n;
export const DAY = 86_400;
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

/** Starts a stack. @param apiSettings further settings of the API @param node by default a new one, which began some time ago */
export const startFixture = async (
  apiSettings: Readonly<Record<string, string>> = {},
  node: ChainNode = createNode({ now: Math.floor(Date.now() / 1000) - DAYS_AGO * DAY }),
): Promise<Fixture> => {
  const stack = await startTestStack({ node, apiSettings });
  const { control } = stack;
  return {
    stack,
    weir: createWeir({
      baseUrl: stack.apiUrl,
      devUrl: `${stack.devKitUrl}/dev`,
      ...(apiSettings['AUTH_DOMAIN'] !== undefined && { signInDomain: apiSettings['AUTH_DOMAIN'] }),
    }),
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

/** Collects what a wallet reads before it signs, and agrees to it. */
export const reading = () => {
  const read: string[] = [];
  const onReview = (review: Review): boolean => {
    read.push(...review.sentences, ...review.rows.map(({ label, value }) => `${label}: ${value}`));
    return true;
  };
  return { read, onReview };
};

/** Opens a vault of three wallets, with five bitcoins of the first's. */
export const openGrantsVault = async (fixture: Fixture) => {
  const { weir, stack } = fixture;
  const [alice, bob, carol] = [
    await fixture.wallet(10n * BCH),
    await fixture.wallet(),
    await fixture.wallet(),
  ] as const;
  const stage = { weir, chain: controlledChain(stack.control) };
  const vault = await openVault(stage, [alice, bob, carol], { name: 'Grants', totalDeposit: 5n * BCH, isPublic: true });
  return { vault, alice, bob, carol };
};

/** Opens a vault of which a wallet's second address is a signer, and has that wallet sign and send a proposal. @returns its status */
export const signByOther = async (fixture: Fixture): Promise<string> => {
  const { weir, stack } = fixture;
  const [alice, carol] = [await fixture.wallet(3n * BCH), await fixture.wallet()];
  const bob = createWallet({ privateKey: `client check of many addresses ${process.pid}`, addresses: 3 });
  const [, second] = bob.accounts;
  if (second === undefined) throw new Error('Three addresses were asked for');
  const chain = controlledChain(stack.control);
  const vault = await weir.vaults.create(
    vaultTerms([alice, second, carol], { name: 'By the second', totalDeposit: 2n * BCH }),
    alice,
  );
  await vault.deposit(alice);
  await chain.mine();
  const { signerIn } = await weir.vaults.page({}, bob);
  const proposal = await weir.vaults.at(signerIn[0]?.id ?? '').propose({ recipient: carol.address, amount: BCH }, bob);
  const { status } = await carryOut(proposal, [bob, alice]);
  await chain.mine();
  return status;
};

/** Has two signers agree, carries it out and mines it. @returns the proposal's status */
export const carryOutAndMine = async (
  { stack }: Fixture,
  proposal: ProposalHandle,
  bob: TestWallet,
  carol: TestWallet,
): Promise<string> => {
  const { status } = await carryOut(proposal, [bob, carol]);
  await stack.control.mine();
  return status;
};
