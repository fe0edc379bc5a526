import { binToHex, decodeTransactionBch, encodeTransactionBch, hexToBin, type Output } from '@bitauth/libauth';
import { createWeir } from '@weir/client';
import { BCH, DAY, openGrantsVault, startFixture, type Fixture, type TestWallet } from './support/fixture.js';
import { lockingBytecodeOfAddress } from './support/locking-bytecode.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

type Json = Readonly<Record<string, unknown>>;

/** What a lying service changes of a transaction: its outputs, and a coin of the signer's that it adds. */
interface Lie {
  readonly outputs: (outputs: readonly Output[]) => readonly Output[];
  readonly coin?: Omit<Output, 'lockingBytecode'>;
}

const tagged = (bytes: Uint8Array): string => `<Uint8Array: 0x${binToHex(bytes)}>`;

const liesIn = (request: Json, signer: string, { outputs, coin }: Lie): Json => {
  const transaction = decodeTransactionBch(hexToBin(String(request['transaction'])));
  if (typeof transaction === 'string') throw new Error(transaction);
  const place = { outpointIndex: 5, sequenceNumber: 0xffff_fffe };
  const outpointTransactionHash = hexToBin('0d'.repeat(32));
  const added = coin === undefined ? [] : [{ ...place, outpointTransactionHash, unlockingBytecode: new Uint8Array() }];
  const sources = request['sourceOutputs'] as readonly Json[];
  return {
    ...request,
    transaction: binToHex(
      encodeTransactionBch({
        ...transaction,
        inputs: [...transaction.inputs, ...added],
        outputs: [...outputs(transaction.outputs)],
      }),
    ),
    sourceOutputs: [
      ...sources,
      ...added.map(() => ({
        ...place,
        outpointTransactionHash: tagged(outpointTransactionHash),
        unlockingBytecode: tagged(new Uint8Array()),
        lockingBytecode: tagged(lockingBytecodeOfAddress(signer)),
        valueSatoshis: `<bigint: ${String(coin?.valueSatoshis)}n>`,
        ...(coin?.token !== undefined && {
          token: { category: tagged(coin.token.category), amount: `<bigint: ${coin.token.amount}n>` },
        }),
      })),
    ],
  };
};

/** Returns an answer in which every transaction to sign is a lie. */
const withLies = (answer: unknown, signer: string, lie: Lie): unknown => {
  if (typeof answer !== 'object' || answer === null) return answer;
  if (Array.isArray(answer)) return answer.map((item: unknown) => withLies(item, signer, lie));
  return Object.fromEntries(
    Object.entries(answer as Json).map(([key, value]) => [
      key,
      key === 'wcTransaction' && typeof value === 'object' && value !== null
        ? liesIn(value as Json, signer, lie)
        : withLies(value, signer, lie),
    ]),
  );
};

/** A client whose service lies where it builds, and the wallet that it would have sign. */
const lyingTo = (signer: TestWallet, lie: Lie) => {
  const signed: unknown[] = [];
  const weir = createWeir({
    baseUrl: fixture.stack.apiUrl,
    onReview: () => true,
    async fetch(request) {
      const answer = await fetch(request);
      const isBuilt = /\/(?:claim|approve)$/.test(new URL(request.url).pathname);
      if (!isBuilt || !answer.ok) return answer;
      return Response.json(withLies(await answer.json(), signer.address, lie), { status: answer.status });
    },
  });
  const wallet = {
    ...signer,
    signTransaction: (request: unknown) => {
      signed.push(request);
      return signer.signTransaction(request);
    },
  };
  return { weir, wallet, signed };
};

const UNEXPECTED = { code: 'UNEXPECTED_TRANSACTION' };
/** Has the claimer pay for a claim, and so sign it. */
const PAID = { feeRate: 3_000 };

const changed = (outputs: readonly Output[], at: number, satoshis: bigint): readonly Output[] =>
  outputs.map((output, index) =>
    index === at ? { ...output, valueSatoshis: output.valueSatoshis + satoshis } : output,
  );

const isOf = ({ address }: TestWallet) => {
  const key = String(lockingBytecodeOfAddress(address));
  return ({ lockingBytecode }: Output): boolean => String(lockingBytecode) === key;
};

const streamTo = async (recipient: TestWallet, days: number, token: object = {}) => {
  const sender = await fixture.wallet(10n * BCH);
  const startTime = await fixture.now();
  const terms = {
    recipient: recipient.address,
    streamType: 'LINEAR',
    startTime,
    endTime: startTime + 10 * DAY,
  } as const;
  return { sender, terms: { ...terms, totalAmount: 2n * BCH, ...token }, pass: () => fixture.passDays(days) };
};

describe('a service that moves units between lines of a transaction', () => {
  it('cannot have tokens of the signer burnt behind those that a stream pays', async () => {
    const recipient = await fixture.wallet(BCH);
    const { sender, terms, pass } = await streamTo(recipient, 5);
    const { category } = await fixture.weir.dev.tokens(
      { amount: 1_000_000n, name: 'Gold', symbol: 'GLD', decimals: 0 },
      sender.address,
    );
    await fixture.stack.control.mine();
    const { id, ...stream } = await fixture.weir.streams.create(
      { ...terms, totalAmount: 1_000n, tokenType: 'FUNGIBLE_TOKEN', tokenCategory: category },
      sender,
    );
    await stream.fund(sender);
    await pass();
    const token = { category: hexToBin(category), amount: 400n };
    const { weir, wallet, signed } = lyingTo(recipient, {
      outputs: (outputs) => outputs,
      coin: { valueSatoshis: 1_000n, token },
    });
    await expect(weir.streams.at(id).claim(wallet, PAID)).rejects.toMatchObject(UNEXPECTED);
    expect(signed).toEqual([]);
    expect(await fixture.weir.streams.at(id).claim(recipient, PAID)).toMatchObject({ status: 'ACTIVE' });
  });

  it('cannot have the last payment of a stream give the sender the principal out of the coin of the recipient', async () => {
    const recipient = await fixture.wallet(5n * BCH);
    const { sender, terms, pass } = await streamTo(recipient, 11);
    const { id, ...stream } = await fixture.weir.streams.create(terms, sender);
    await stream.fund(sender);
    await pass();
    const isSenders = isOf(sender);
    const isRecipients = isOf(recipient);
    const { weir, wallet, signed } = lyingTo(recipient, {
      outputs(outputs) {
        const rest = outputs.findIndex(isSenders);
        const change = outputs.findLastIndex(isRecipients);
        return changed(changed(outputs, rest, 2n * BCH), change, -2n * BCH);
      },
    });
    await expect(weir.streams.at(id).claim(wallet, PAID)).rejects.toMatchObject(UNEXPECTED);
    expect(signed).toEqual([]);
    expect(await fixture.weir.streams.at(id).claim(recipient, PAID)).toMatchObject({ status: 'COMPLETED' });
  });

  it('cannot have the claimer of an airdrop refill it', async () => {
    const [creator, claimer] = [await fixture.wallet(5n * BCH), await fixture.wallet(5n * BCH)];
    const campaign = await fixture.weir.airdrops.create(
      { title: 'All', totalAmount: 0.4, amountPerClaim: 0.1 },
      creator,
    );
    await campaign.fund(creator);
    const { weir, wallet, signed } = lyingTo(claimer, {
      outputs: (outputs) => changed(outputs, 0, BCH / 10n),
      coin: { valueSatoshis: BCH / 10n },
    });
    await expect(weir.airdrops.at(campaign.id).claim(wallet)).rejects.toMatchObject(UNEXPECTED);
    expect(signed).toEqual([]);
  });

  it('cannot have coins of a signer enter the vault that they sign for', async () => {
    const { vault, alice, bob } = await openGrantsVault(fixture);
    const supplier = await fixture.wallet();
    const { id } = await vault.propose({ recipient: supplier.address, amount: BCH }, alice);
    const coin = { valueSatoshis: 9n * BCH };
    const { weir, wallet, signed } = lyingTo(bob, {
      outputs: (outputs) => changed(outputs, 0, coin.valueSatoshis),
      coin,
    });
    await expect(weir.proposals.at(id).approve(wallet)).rejects.toMatchObject(UNEXPECTED);
    expect(signed).toEqual([]);
  });
});
